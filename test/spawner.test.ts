/** Commands that are started from the small process beside ours: they do what they do when they are started here. */
import { fork } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createRegistry, createSpawner, type ToolContext } from '../packages/tools/src/index.ts';
import { BUNDLE } from './command.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-spawner-')));
const starters: ReturnType<typeof fork>[] = [];
const spawner = createSpawner(() => {
  const starter = fork(BUNDLE, ['--command-starter'], {
    ...{ cwd: '/', env: {}, execArgv: [], detached: true },
    ...{ stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' },
  });
  starters.push(starter);
  return starter;
});
afterAll(() => spawner.close());

const registry = createRegistry();
const here: ToolContext = {
  ...{ folder, outputFolder: join(folder, 'outputs'), asWritten: {} },
  signal: new AbortController().signal,
};

function bash(params: { readonly command: string; readonly timeout?: number }, more: Partial<ToolContext> = {}) {
  return registry.run('bash', params, { ...here, ...more });
}

/** Without what is other each time. */
function lasting({ details = {}, ...outcome }: Awaited<ReturnType<typeof bash>>) {
  const { durationMs: _durationMs, fullOutputPath = null, ...rest } = details;
  const notes = outcome.notes?.map((note) => note.replace(/\S+\.log/, 'FILE'));
  return { ...outcome, notes, details: { ...rest, hasFile: fullOutputPath !== null } };
}

/** The first commands are started here, and the starter meanwhile. */
async function starterIsThere(): Promise<void> {
  for (let command = 0; command < 3; command++) await bash({ command: 'true' }, { operations: spawner });
  const [starter] = starters;
  if (!starter) throw new Error('no starter was started');
  const parentOf = async () => (await bash({ command: 'echo $PPID' }, { operations: spawner })).content.trim();
  await expect.poll(parentOf, { timeout: 20_000 }).toBe(String(starter.pid));
}

test.each([
  ['no output', { command: 'true 17' }],
  ['output and errors in the order of writing', { command: 'echo a; echo b >&2; echo c; exit 3' }],
  ['a signal', { command: 'kill -9 $$' }],
  ['its folder and its environment', { command: 'pwd; echo $TERM $GIT_PAGER' }],
  ['much output', { command: 'seq 1 300000' }],
  ['a timeout', { command: 'echo begun; sleep 30', timeout: 0.2 }],
  ['a process left in the background', { command: 'sleep 0.5 & echo done' }],
  ['no standard input', { command: 'cat; readlink /proc/self/fd/0' }],
  ['a command that is too long', { command: `true ${'x'.repeat(3_000_000)}` }],
])('%s', async (_title, params) => {
  await starterIsThere();
  expect(lasting(await bash(params, { operations: spawner }))).toEqual(lasting(await bash(params)));
});

test('an abort ends the whole tree', async () => {
  await starterIsThere();
  const controller = new AbortController();
  const { signal } = controller;
  const running = bash({ command: 'sleep 33 & sleep 34' }, { operations: spawner, signal });
  setTimeout(() => controller.abort(), 200);
  expect((await running).status).toBe('aborted');
});

test('a starter that is gone is no loss: what it ran has failed, and commands are started here again', async () => {
  await starterIsThere();
  const running = bash({ command: 'sleep 35' }, { operations: spawner });
  setTimeout(() => starters[0]?.kill('SIGKILL'), 200);
  expect(await running).toMatchObject({ status: 'error', content: expect.stringContaining('has ended') });
  expect((await bash({ command: 'echo $PPID' }, { operations: spawner })).content.trim()).toBe(String(process.pid));
});
