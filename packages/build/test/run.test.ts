/** What the npm scripts stand on: the tasks by name, the line that counts, and a child that gets our signals. */
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../workspace.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tagma-run-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a task that there is not is refused, and the tasks are named', () => {
  const { status, stderr } = node([join(ROOT, 'packages', 'build', 'run.mjs'), 'tset']);
  const tasks = 'install, build, test, proofs, demo, bench, e2e, e2e:llama, pack, api, golden, lint, format, typecheck';
  expect({ status, stderr }).toEqual({ status: 2, stderr: `There is no task 'tset'. The tasks: ${tasks}.\n` });
});

test.each([
  { title: 'all pass', files: { a: 'test("1", () => {});' }, line: '1 passed, 0 failed', status: 0 },
  {
    title: 'one fails, one is skipped',
    files: { a: 'test("1", () => {}); test("2", () => expect(1).toBe(2)); test.skip("3", () => {});' },
    line: '1 passed, 1 failed, 1 skipped',
    status: 1,
  },
  {
    title: 'a file cannot be loaded',
    files: { a: 'test("1", () => {});', b: 'throw new Error("no");' },
    line: '1 passed, 1 failed',
    status: 1,
  },
  {
    title: 'a promise is rejected behind the tests',
    files: { a: 'test("1", () => { Promise.reject(new Error("no")); });' },
    line: '1 passed, 1 failed',
    status: 1,
  },
  { title: 'there is no test at all', files: {}, line: '0 passed, 0 failed', status: 1 },
])('the last line counts when $title', ({ files, line, status }) => {
  const root = mkdtempSync(join(folder, 'tests-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, `${name}.test.js`), text);
  const ran = node(['--input-type=module', '-e', call('tests.mjs', 'runTests', ['--globals', '--root', root])]);
  expect({ status: ran.status, line: ran.stdout.trimEnd().split('\n').at(-1) }).toEqual({ status, line });
});

test('a signal goes on to the child, and the child decides what comes of it', async () => {
  const child = join(folder, 'child.mjs');
  writeFileSync(
    child,
    `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready');`,
  );
  const parent = spawn(process.execPath, ['--input-type=module', '-e', call('process.mjs', 'runNode', [child])]);
  parent.stdout.once('data', () => parent.kill('SIGTERM'));
  expect(await new Promise((resolve) => parent.on('close', resolve))).toBe(7);
});

test('a child that a signal ended is told by 128 and its number', () => {
  const child = join(folder, 'killed.mjs');
  writeFileSync(child, `process.kill(process.pid, 'SIGKILL');`);
  expect(node(['--input-type=module', '-e', call('process.mjs', 'runNode', [child])]).status).toBe(137);
});

/** A program that calls one function of the build with these arguments, and ends with the exit code that it gives. */
function call(file: string, name: string, argv: readonly string[]): string {
  const url = pathToFileURL(join(ROOT, 'packages', 'build', file)).href;
  return `import { ${name} } from ${JSON.stringify(url)}; process.exitCode = await ${name}(${JSON.stringify(argv)});`;
}

function node(argv: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, argv, { encoding: 'utf8', input: '' });
}
