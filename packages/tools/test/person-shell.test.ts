/** The person's own commands: in the shell of the model's, with nothing around them. */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRegistry, spawnHere } from '../src/index.ts';
import { workspace } from './workspace.ts';

const BOUNDS = { writes: 'nothing', network: false, beyond: [] } as const;

test('what it printed, its exit code, and that `cd` holds for the commands of both', async () => {
  const { context, folder } = workspace({ 'sub/a.txt': 'A' });
  const registry = createRegistry();
  expect(await registry.shell('echo one; echo two >&2; exit 3', context)).toMatchObject({
    status: 'error',
    content: 'one\ntwo\n',
    details: { exitCode: 3 },
    notes: ['Command exited with code 3'],
  });
  expect(await registry.shell('cd sub', context)).toMatchObject({ status: 'ok' });
  expect(await registry.run('bash', { command: 'pwd' }, context)).toMatchObject({
    content: `${realpathSync(join(folder, 'sub'))}\n`,
  });
  expect(await registry.shell('cat a.txt', context)).toMatchObject({ status: 'ok', content: 'A' });
});

test('no sandbox is around it, whatever the context says, and it is the shell that was set', async () => {
  const { context } = workspace({});
  const bounds: unknown[] = [];
  const spawn = (command: Parameters<typeof spawnHere>[0]) => {
    bounds.push(command.bounds);
    return spawnHere(command);
  };
  const registry = createRegistry(undefined, undefined, { spawn }, { prefix: 'greeting=hello' });
  expect(await registry.shell('echo $greeting', { ...context, bounds: BOUNDS })).toMatchObject({ content: 'hello\n' });
  expect(bounds).toEqual([null]);
});

test('no timeout ends it, an abort does, and what it had printed stays', async () => {
  const { context } = workspace({});
  const stop = new AbortController();
  const shown: string[] = [];
  const onOutput = (text: string) => {
    shown.push(text);
    stop.abort();
  };
  const outcome = await createRegistry().shell('echo begun; sleep 60', { ...context, signal: stop.signal, onOutput });
  expect(outcome).toMatchObject({
    status: 'aborted',
    content: 'begun\n',
    notes: ['Command aborted: it was ended before it was done'],
  });
  expect(shown.join('')).toBe('begun\n');
});

test('of a long output the end is given, and all of it is kept', async () => {
  const { context } = workspace({});
  const { content, details, notes } = await createRegistry().shell('seq 1 3000', context);
  expect(content.split('\n').length).toBe(2_000);
  expect(readFileSync(String(details.fullOutputPath), 'utf8').split('\n').length).toBe(3_001);
  expect(notes).toEqual([
    `showing lines 1001-3000 of 3000; the full output (13893 bytes) is in ${String(details.fullOutputPath)}, for read (with offset) or grep`,
  ]);
});

test.each([
  ['', 'There is no command.'],
  ['echo \0', "The command holds a NUL character, which no command can: write it as $'\\0'."],
])('%j is none', async (command, content) => {
  const { context } = workspace({});
  expect(await createRegistry().shell(command, context)).toEqual({ status: 'error', content, details: {} });
});

test('where it was stopped before it began nothing runs', async () => {
  const { context, folder } = workspace({});
  const outcome = await createRegistry().shell('touch made', { ...context, signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({
    status: 'aborted',
    content: 'The command was not run: it was stopped before it began.',
  });
  expect(() => readFileSync(join(folder, 'made'))).toThrow(/ENOENT/);
});
