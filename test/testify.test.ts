/** `tagma testify`: the test that it writes runs in the real runners, and fails when the session takes another course. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../packages/build/workspace.mjs';
import { run, temporaryFolder } from './command.ts';

const GOLDEN = join(ROOT, 'history', 'golden');
const SOURCE = join(ROOT, 'packages', 'testing', 'src', 'index.ts');

/** The testing package in one file, as it would be installed: a runner need not know TypeScript. */
const packageFile = join(temporaryFolder(), 'testing.mjs');

beforeAll(async () => {
  await build({
    entryPoints: [SOURCE],
    outfile: packageFile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: ['@vscode/ripgrep'],
    // Some libraries in it are CommonJS, and ask for parts of Node when they are loaded.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
});

/** A folder with a golden session in it. */
function withHistory(name: string, as = 'session.xml'): string {
  const folder = temporaryFolder();
  cpSync(join(GOLDEN, `${name}.xml`), join(folder, as));
  return folder;
}

const RUNNERS = {
  vitest: (folder: string) => [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--root',
    folder,
    '--reporter=default',
    'session.test.mjs',
  ],
  node: (folder: string) => ['--test', join(folder, 'session.test.mjs')],
};

/** Runs the test in a process of its own, in which no other test runs. */
function runTest(runner: keyof typeof RUNNERS, folder: string) {
  const { VITEST: _vitest, NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, RUNNERS[runner](folder), {
    cwd: folder,
    env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

describe.each(['vitest', 'node'] as const)('a test for %s', (runner) => {
  test('passes, and fails with the line that changed', async () => {
    const folder = withHistory('permission-asked');
    const specifier = runner === 'vitest' ? SOURCE : packageFile;
    const written = await run(['testify', 'session.xml', '--runner', runner, '--import', specifier], { cwd: folder });
    const file = join(folder, 'session.test.mjs');
    const command = runner === 'vitest' ? 'npx vitest run' : 'node --test';
    expect(written).toEqual({
      code: 0,
      out: `${file}: 17 steps of session.xml\nRun it with: ${command} session.test.mjs\nKeep the history with it: the test reads it.\n`,
      err: '',
    });
    const passed = runTest(runner, folder);
    expect([passed.status, passed.said]).toEqual([0, expect.stringMatching(/2 passed|# pass 2/)]);

    // The runner has read the sources as they are; to read them again takes longer than all else.
    const text = readFileSync(file, 'utf8').replace(SOURCE, packageFile);
    expect(text).toContain(packageFile);
    writeFileSync(file, text.replace('call.judged 1 ask', 'call.judged 1 allow'));
    const failed = runTest(runner, folder);
    expect([failed.status, failed.said]).toEqual([1, expect.stringMatching(/1 failed|# fail 1/)]);
    expect(failed.said).toMatch(/-\s+["']facts\.taken 2 → permission: call\.judged 1 allow, person\.ask 3 bash["']/);
    expect(failed.said).toMatch(/\+\s+["']facts\.taken 2 → permission: call\.judged 1 ask, person\.ask 3 bash["']/);

    writeFileSync(file, text);
    const history = join(folder, 'session.xml');
    writeFileSync(history, readFileSync(history, 'utf8').replace('use npm', 'use pnpm'));
    const damaged = runTest(runner, folder);
    expect([damaged.status, damaged.said]).toEqual([1, expect.stringMatching(/record \d+ is damaged/)]);
  });
});

describe('the test', () => {
  test('names its history from where it stands, whatever that is called', async () => {
    const folder = withHistory('interrupted', "a session's #1?.xml");
    mkdirSync(join(folder, 'tests'));
    const out = join('tests', 'a.test.ts');
    const { code } = await run(['testify', "a session's #1?.xml", '--out', out], { cwd: folder });
    const text = readFileSync(join(folder, out), 'utf8');
    expect(code).toBe(0);
    expect(text).toContain("from '@tagma/testing';");
    expect(text).toContain("new URL('../a%20session\\'s%20%231%3F.xml', import.meta.url)");
    await run(['testify', "a session's #1?.xml"], { cwd: folder });
    expect(readFileSync(join(folder, 'a-session-s-1-.test.mjs'), 'utf8')).toContain("new URL('./a%20session");
  });

  test('names the package, and what to do where it is not installed', async () => {
    const folder = withHistory('interrupted');
    const { out } = await run(['testify', 'session.xml', '--runner', 'node'], { cwd: folder });
    expect(out.split('\n').slice(1)).toEqual([
      'Run it with: node --test session.test.mjs',
      'Keep the history with it: the test reads it.',
      'Where @tagma/testing is not installed, name its file with --import FILE --force (docs/testing.md says how).',
      '',
    ]);
  });

  test('is not overwritten unless it is wanted', async () => {
    const folder = withHistory('interrupted');
    const file = join(folder, 'session.test.mjs');
    writeFileSync(file, 'mine');
    const refused = await run(['testify', 'session.xml'], { cwd: folder });
    expect(refused).toEqual({ code: 2, out: '', err: `tagma: ${file} is there already. --force overwrites it.\n` });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const { code } = await run(['testify', 'session.xml', '--force'], { cwd: folder });
    expect([code, readFileSync(file, 'utf8')]).toEqual([0, expect.stringContaining('fromHistory')]);
  });
});

test('a torn history is tested as far as it holds, and that is said', async () => {
  const folder = withHistory('interrupted');
  const history = join(folder, 'session.xml');
  writeFileSync(history, readFileSync(history).subarray(0, -150));
  const { code, out } = await run(['testify', 'session.xml'], { cwd: folder });
  expect([code, out.split('\n')[1]]).toEqual([
    0,
    expect.stringMatching(
      /^The file is torn: the last \d+ bytes, after record \d+, .* It has not been changed\. The test goes as far as it holds\.$/,
    ),
  ]);
});

describe('what is wrong is said', () => {
  const DAMAGED = (text: string) => text.replace('go on', 'go away');
  test.each([
    {
      title: 'no history',
      change: null,
      args: ['nowhere.xml'],
      code: 2,
      err: /nowhere\.xml: there is no such file, and no session of this name\./,
    },
    { title: 'another file', change: () => 'hello', args: [], code: 2, err: /this is no history of Tagma\./ },
    { title: 'a changed history', change: DAMAGED, args: [], code: 2, err: /record \d+ is damaged: / },
    {
      title: 'no such folder',
      change: null,
      args: ['--out', 'no/a.test.mjs'],
      code: 2,
      err: /--out: there is no folder \/.*\/no\. Make it first\./,
    },
    {
      title: 'no module',
      change: null,
      args: ['--out', 'a.txt'],
      code: 2,
      err: /--out a\.txt: it should end in \.mjs/,
    },
    { title: 'another runner', change: null, args: ['--runner', 'jest'], code: 2, err: /vitest, node/ },
  ])('$title', async ({ change, args, code, err }) => {
    const folder = withHistory('interrupted');
    const file = join(folder, 'session.xml');
    if (change) writeFileSync(file, change(readFileSync(file, 'utf8')));
    const named = args[0]?.endsWith('.xml') ? [] : ['session.xml'];
    const ended = await run(['testify', ...named, ...args], { cwd: folder });
    expect(ended).toEqual({ code, out: '', err: expect.stringMatching(err) });
  });
});
