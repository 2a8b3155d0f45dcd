/** The bundle of a small program, run for real: in folders of every kind, and byte for byte the same each time. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../bundle.mjs';
import { ROOT } from '../workspace.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const ASSETS = JSON.stringify(join(ROOT, 'packages', 'cli', 'src', 'assets.ts'));
const PROTOCOL_FILE = 'packages/protocol/src/path.ts';

const SOURCES: Readonly<Record<string, string>> = {
  'main.ts': `
    import { demoFiles, promptText, version } from ${ASSETS};
    const print = (value: unknown) => console.log(JSON.stringify(value));
    const doors: Record<string, () => Promise<unknown>> = {
      version: async () => version,
      chunks: async () => (await import('./chunks.ts')).found(),
      assets: async () => [typeof demoFiles(), promptText('no such prompt')],
      throws: () => import('./throws.ts').catch(() => import('./throws.ts')),
    };
    doors[process.argv[2] ?? '']?.().then(print, (error) => print(error.message));
  `,
  'chunks.ts': `
    import { createRequire } from 'node:module';
    import { shared } from './shared.ts';
    const builtin = ['node', 'path'].join(':');
    export async function found() {
      const common = await import('./common.cjs');
      return {
        url: import.meta.url,
        require: createRequire(import.meta.url)('node:path').sep,
        computed: (await import(builtin)).sep,
        outside: (await import(new URL('outside.mjs', import.meta.url).href)).default,
        common: [common.named, common.default.named],
        shared: shared(),
        words: 'import("./x.js") in a text stays',
        signs: [/^\\é+$/.test('éé'), /^\\\\é$/.test('\\\\é')],
      };
    }
  `,
  'shared.ts': `export const shared = () => 'shared';`,
  'common.cjs': `module.exports = { named: 'by name' };`,
  'throws.ts': `
    globalThis.attempts = (globalThis.attempts ?? 0) + 1;
    throw new Error('attempt ' + globalThis.attempts);
  `,
};

let folder: string;
let outfile: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-bundle-')));
  for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(folder, name), text);
  outfile = join(folder, 'built', 'tagma.js');
  await bundle({ outfile, starter: 'start.js', entry: join(folder, 'main.ts') });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What it printed as JSON; fails on any other exit code than 0 and on any complaint. */
function run(file: string, door: string) {
  // What an earlier start has kept would stand in for what is not there.
  const env = { ...process.env, TAGMA_CODE_CACHE: 'off' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, door], { encoding: 'utf8', env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

test.each([
  { title: 'no package.json', manifest: undefined },
  { title: 'an ES module package', manifest: '{ "type": "module" }' },
  { title: 'a CommonJS package', manifest: '{ "type": "commonjs" }' },
])('copied alone into a folder with $title, all of it works', ({ title, manifest }) => {
  const alone = join(folder, title);
  mkdirSync(alone);
  if (manifest !== undefined) writeFileSync(join(alone, 'package.json'), manifest);
  writeFileSync(join(alone, 'outside.mjs'), `export default 'from outside';`);
  const file = join(alone, 'tagma.js');
  copyFileSync(outfile, file);

  expect(run(file, 'version')).toBe(version);
  expect(run(file, 'chunks')).toEqual({
    url: pathToFileURL(file).href,
    require: sep,
    computed: sep,
    outside: 'from outside',
    common: ['by name', 'by name'],
    shared: 'shared',
    words: 'import("./x.js") in a text stays',
    signs: [true, true],
  });
});

describe('the file that is started', () => {
  const started = (name: string) => {
    const beside = join(folder, name);
    mkdirSync(beside);
    copyFileSync(join(folder, 'built', 'start.js'), join(beside, 'start.js'));
    writeFileSync(join(beside, 'outside.mjs'), `export default 'from outside';`);
    return { file: join(beside, 'start.js'), bundle: join(beside, 'tagma.js') };
  };

  test('is small, and takes what it has not from the whole bundle beside it', () => {
    const { file, bundle } = started('beside');
    copyFileSync(outfile, bundle);
    expect(run(file, 'version')).toBe(version);
    expect(run(file, 'chunks').shared).toBe('shared');
    expect(statSync(file).size).toBeLessThan(statSync(outfile).size / 2);
  });

  test('says so where that is of another build', () => {
    const { file, bundle } = started('other');
    writeFileSync(bundle, readFileSync(outfile, 'utf8').replace(/\/\*[0-9a-f]{4}/, '/*0000'));
    expect(run(file, 'chunks')).toBe(`${bundle} is not of the same build as what runs. Install tagma again.`);
  });

  test('says so where there is none', () => {
    const { file, bundle } = started('none');
    expect(run(file, 'chunks')).toContain(`open '${bundle}'`);
  });
});

test('a prompt that does not ship with it is a mistake', () => {
  expect(run(outfile, 'assets')).toBe('There is no prompt named no such prompt.');
});

test('a chunk that throws while it loads is not taken for loaded', () => {
  expect(run(outfile, 'throws')).toBe('attempt 2');
});

test('a Node that is too old is told so in one line', () => {
  const old = join(folder, 'old.cjs');
  writeFileSync(
    old,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } });`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', old, outfile], { encoding: 'utf8' });
  const complaint = 'tagma needs Node 20.19 or newer; this is Node 20.18.3.\n';
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: complaint });
});

test('it is executable and names its interpreter', () => {
  expect(statSync(outfile).mode & 0o111).toBe(0o111);
  expect(readFileSync(outfile, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
});

test('the same sources give the same bytes', async () => {
  const again = join(folder, 'again', 'tagma.js');
  await bundle({ outfile: again, starter: 'start.js', entry: join(folder, 'main.ts') });
  for (const name of ['tagma.js', 'start.js'])
    expect(readFileSync(join(folder, 'again', name)).equals(readFileSync(join(folder, 'built', name)))).toBe(true);
});

test('a replaced source is the one that runs', async () => {
  const replaced = join(folder, 'replaced.js');
  writeFileSync(join(folder, 'outside.mjs'), `export default '';`);
  await bundle({
    outfile: replaced,
    entry: join(folder, 'main.ts'),
    replace: { [join(folder, 'shared.ts')]: `export const shared = () => 'broken';` },
  });
  expect(run(replaced, 'chunks').shared).toBe('broken');
});

test('replacing what the bundle does not contain is a mistake', async () => {
  const options = { outfile: join(folder, 'never.js'), entry: join(folder, 'main.ts') };
  await expect(bundle({ ...options, replace: { [PROTOCOL_FILE]: '' } })).rejects.toThrow(PROTOCOL_FILE);
});
