/** What is compared with what the person trusts, and when. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NO_FACTS } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.ts';
import { hashOfFolder } from '../../src/permissions/folder-files.ts';
import { keepTrust } from '../../src/permissions/trust.ts';
import { admitBy } from '../../src/trusted/admit.ts';
import { hookKey } from '../../src/trusted/entries.ts';
import { createGuard } from '../../src/trusted/guard.ts';
import { programFiles } from '../../src/trusted/program-files.ts';

type Files = { readonly [path: string]: string };

function folderWith(files: Files) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-guard-')));
  const folder = join(root, 'project');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { folder, write, env: { XDG_STATE_HOME: join(root, 'state'), XDG_CONFIG_HOME: join(root, 'config') } };
}

const ROWS: readonly (readonly [title: string, words: readonly string[], files: Files, found: readonly string[]])[] = [
  [
    'a script and what it imports, in a circle',
    ['node', 'a.mjs'],
    { 'a.mjs': "import './b.mjs'", 'b.mjs': "import('./a.mjs')" },
    ['a.mjs', 'b.mjs'],
  ],
  [
    'what is required without its ending',
    ['node', 'a.cjs'],
    { 'a.cjs': "require('./lib/b')", 'lib/b.js': '' },
    ['a.cjs', 'lib/b.js'],
  ],
  [
    'data that is imported, and code to be started; not what a script may write beside itself',
    ['node', 'a.mjs'],
    {
      'a.mjs': "import x from './b.json'; new URL('./c.js', u); open('./log.json')",
      'b.json': '',
      'c.js': '',
      'log.json': '',
    },
    ['a.mjs', 'b.json', 'c.js'],
  ],
  [
    'modules of Python beside a script',
    ['python3', 'a.py'],
    { 'a.py': 'import b, os\nfrom c.d import e', 'b.py': '', 'c/d.py': '' },
    ['a.py', 'b.py', 'c/d.py'],
  ],
  [
    'what a shell script sources and starts',
    ['sh', 'a.sh'],
    { 'a.sh': '. ./words\n"$(dirname "$0")"/b.sh && cat c.txt', words: '', 'b.sh': '', 'c.txt': '' },
    ['a.sh', 'b.sh', 'words'],
  ],
  [
    'scripts of package.json, before and after ones too',
    ['npm', '--silent', 'run', 'x'],
    {
      'package.json': '{"scripts": {"x": "node x.js", "prex": "sh y.sh", "z": "node z.js"}}',
      'x.js': '',
      'y.sh': '',
      'z.js': '',
    },
    ['package.json#prex', 'package.json#x', 'x.js', 'y.sh'],
  ],
  ['nothing outside of the project', ['node', '../other.mjs', '/bin/sh'], {}, []],
];

test.each(ROWS)('%s', (_, words, files, found) => {
  const { folder } = folderWith({ 'other.txt': '', ...files });
  writeFileSync(join(folder, '..', 'other.mjs'), '');
  const names = [...programFiles(words, folder).keys()].map((name) => name.slice(folder.length + 1));
  expect(names.sort()).toEqual(found);
});

const HOOK = '{"hooks": [{"name": "guard", "on": "before_tool_call", "command": ["node", "a.mjs"]}]}';

async function guarded(trusts = true) {
  const made = folderWith({ '.tagma/config.jsonc': HOOK, 'a.mjs': "import './b.mjs';", 'b.mjs': '1' });
  const { folder, env } = made;
  await keepTrust(folder, hashOfFolder(folder), true, env);
  const read = await readConfig(undefined, env, folder);
  if (!read.ok) throw new Error(read.message);
  if (!trusts) await keepTrust(folder, hashOfFolder(folder), false, env);
  return { ...made, guard: createGuard(folder, read.config, env) };
}

const CHANGES: readonly (readonly [title: string, change: (folder: string) => void])[] = [
  ['another content of the same length', (folder) => writeFileSync(join(folder, 'b.mjs'), '2')],
  ['one that is gone', (folder) => rmSync(join(folder, 'b.mjs'))],
  [
    'a link to the same content elsewhere',
    (folder) => {
      renameSync(join(folder, 'b.mjs'), join(folder, 'c.mjs'));
      symlinkSync('c.mjs', join(folder, 'b.mjs'));
    },
  ],
  ['another program of that name', (folder) => writeFileSync(join(folder, 'a.mjs'), 'evil()')],
];

test.each(CHANGES)('%s does not run, until it is allowed', async (_, change) => {
  const { folder, guard } = await guarded();
  await guard.refresh();
  expect([guard.changedFor('bash', NO_FACTS), guard.admit(hookKey(0)).ok]).toEqual([[], true]);
  change(folder);
  expect(guard.admit(hookKey(0))).toMatchObject({
    ok: false,
    why: expect.stringContaining('the hook guard runs, has changed'),
  });
  const [changed] = guard.changedFor('bash', NO_FACTS);
  expect(changed).toMatchObject({ by: 'the hook guard', since: 'the user trusted it' });
  // Asked about, and not answered.
  expect(guard.admit(hookKey(0)).ok).toBe(false);
  expect(guard.changedAgain('bash', NO_FACTS)).toEqual([changed]);
  expect([guard.admit(hookKey(0)).ok, guard.changedFor('bash', NO_FACTS)]).toEqual([true, []]);
});

test('what was allowed is what was asked about, and nothing that came after', async () => {
  const { guard, write } = await guarded();
  write('b.mjs', '2');
  guard.changedFor('bash', NO_FACTS);
  write('b.mjs', '3');
  guard.changedAgain('bash', NO_FACTS);
  expect(guard.admit(hookKey(0)).ok).toBe(false);
});

test('nothing of a folder runs that is not trusted as it is when the session begins', async () => {
  const { guard } = await guarded(false);
  expect(guard.admit(hookKey(0)).ok).toBe(false);
});

test('the copies are what was compared, whatever stands in the files by then', async () => {
  const { folder, guard, write } = await guarded();
  const admitted = admitBy(guard, join(folder, '..', 'copies'))(hookKey(0));
  write('b.mjs', 'evil');
  if (!admitted.ok) throw new Error(admitted.why);
  const texts = [...admitted.copies].map(([path, copy]) => [path.slice(folder.length + 1), readFileSync(copy, 'utf8')]);
  expect(texts).toEqual([
    ['a.mjs', "import './b.mjs';"],
    ['b.mjs', '1'],
  ]);
});
