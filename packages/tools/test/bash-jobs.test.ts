import { existsSync, readFileSync } from 'node:fs';
import type { Params } from '@tagma/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { countProcesses, lives, uniqueSeconds, untilProcesses } from './processes.ts';
import { workspace } from './workspace.ts';

/** What a call waits for, however long that takes on a busy machine. */
const OUTPUT = { outputMs: 60_000, moreMs: 0 };
const END = { outputMs: 60_000, moreMs: 60_000 };
const NOTHING = { outputMs: 0, moreMs: 0 };

/** A session whose jobs end with the test. */
function session(files: { readonly [name: string]: string } = {}, signal = new AbortController().signal) {
  const space = workspace(files, { signal });
  const registry = createRegistry();
  onTestFinished(() => registry.end());
  const bash = (params: Params, patience = NOTHING) =>
    registry.run('bash', params, { ...space.context, operations: { ...space.context.operations, patience } });
  const start = (command: string, patience = NOTHING) => bash({ command, background: true }, patience);
  return { ...space, registry, bash, start };
}

const READ_ON = 'read its new output with job job-1 and action read, end it with action stop';

describe('a job', () => {
  test('answers at once, with its id and the first output', async () => {
    const { start } = session();
    expect(await start('echo up; sleep 1000', OUTPUT)).toEqual({
      status: 'ok',
      content: 'up\n',
      details: {
        ...{ job: 'job-1', state: 'running', exitCode: null, signal: null, truncated: false, bytes: 3 },
        fullOutputPath: expect.any(String),
      },
      notes: ['job-1 is running', READ_ON],
    });
  });

  test('answers without output where none comes within a moment', async () => {
    const { start } = session();
    expect(await start('sleep 1000')).toMatchObject({
      status: 'ok',
      content: '',
      notes: ['no new output', 'job-1 is running', READ_ON],
    });
  });

  test('that ends within the moment says how', async () => {
    const { start } = session();
    expect(await start('echo done', END)).toMatchObject({
      ...{ status: 'ok', content: 'done\n', notes: ['job-1 has exited with code 0'] },
      details: { state: 'exited', exitCode: 0, durationMs: expect.any(Number) },
    });
    expect(await start('echo bad; exit 3', END)).toMatchObject({
      ...{ status: 'error', content: 'bad\n', notes: ['job-2 has exited with code 3'] },
      details: { state: 'exited', exitCode: 3 },
    });
  });

  test('gives what is new since it was read', async () => {
    const { bash, start, put } = session();
    await start('echo one; while [ ! -e go ]; do sleep 0.02; done; echo two; exit 4', OUTPUT);
    expect(await bash({ job: 'job-1' })).toMatchObject({
      ...{ status: 'ok', content: '', notes: ['no new output', 'job-1 is running'] },
    });
    put('go', '');
    expect(await bash({ job: 'job-1' }, END)).toMatchObject({
      ...{ status: 'ok', content: 'two\n', notes: ['job-1 has exited with code 4'] },
      details: { exitCode: 4 },
    });
    expect(await bash({ job: 'job-1', action: 'read' })).toMatchObject({
      ...{ content: '', notes: ['no new output', 'job-1 has exited with code 4'] },
    });
  });

  test('has standard output and errors in order, and no half characters', async () => {
    const { bash, start, put } = session();
    const first = await start(
      String.raw`printf 'a\344\275'; while [ ! -e go ]; do sleep 0.02; done; printf '\240' >&2; printf 'b'`,
      OUTPUT,
    );
    put('go', '');
    expect(first.content).toBe('a');
    expect((await bash({ job: 'job-1' }, END)).content).toBe('你b');
  });

  test('with much output shows the end of what is new; all of it is in one file', async () => {
    const { bash, start, put } = session();
    const { details } = await start(
      'echo first; while [ ! -e go ]; do sleep 0.02; done; seq 1 3000; sleep 1000',
      OUTPUT,
    );
    put('go', '');
    const file = String(details.fullOutputPath);
    await expect.poll(() => readFileSync(file, 'utf8').endsWith('\n3000\n'), { timeout: 60_000 }).toBe(true);
    const { content, notes } = await bash({ job: 'job-1' });
    expect(content.split('\n')).toEqual(Array.from({ length: 2_000 }, (_, at) => String(1_001 + at)));
    expect(notes).toEqual([
      `showing new lines 1001-3000 of 3000; the full output (13899 bytes) is in ${file}, for read (with offset) or grep`,
      'job-1 is running',
    ]);
  });

  test('is stopped with all that it has started', async () => {
    const { bash, start } = session();
    const seconds = uniqueSeconds();
    await start(`echo up; setsid sleep ${seconds} & sleep ${seconds}`, OUTPUT);
    await untilProcesses(seconds, 2);
    expect(await bash({ job: 'job-1', action: 'stop' })).toMatchObject({
      ...{ status: 'ok', content: '', notes: ['no new output', 'job-1 was stopped'] },
      details: { job: 'job-1', state: 'stopped', signal: expect.stringMatching(/^SIG(TERM|KILL)$/) },
    });
    expect(countProcesses(seconds)).toBe(0);
  });

  test('that has ended is stopped as well: what it has left running', async () => {
    const { bash, start } = session();
    const seconds = uniqueSeconds();
    expect(await start(`sleep ${seconds} > /dev/null 2>&1 & echo up`, END)).toMatchObject({
      notes: ['job-1 has exited with code 0; processes that it started are still running'],
    });
    expect(await bash({ job: 'job-1', action: 'stop' })).toMatchObject({
      notes: ['no new output', 'job-1 has exited with code 0'],
    });
    expect(countProcesses(seconds)).toBe(0);
  });

  test('that has ended has left something running until the last of it is gone, whichever that is', async () => {
    const { bash, start } = session();
    const { content, details } = await start('for i in 1 2 3; do sleep 1000 > /dev/null 2>&1 & echo $!; done', END);
    expect(details).toMatchObject({ state: 'exited', leftRunning: true });
    const [one = 0, two = 0, three = 0] = content.trim().split('\n').map(Number);
    const isLeft = async () => (await bash({ job: 'job-1' })).details.leftRunning === true;
    for (const pid of [one, three]) {
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => lives(pid), { timeout: 60_000 }).toBe(false);
      expect(await isLeft()).toBe(true);
    }
    process.kill(two, 'SIGKILL');
    await expect.poll(isLeft, { timeout: 60_000 }).toBe(false);
  });

  test('has no time limit but what is given', async () => {
    const { bash } = session();
    await bash({ command: 'sleep 1000', background: true, timeout: 0.1 });
    expect(await bash({ job: 'job-1' }, END)).toMatchObject({
      details: { state: 'timeout' },
      notes: ['no new output', 'job-1 has run out of its time and was ended'],
    });
  });

  test('does not move the folder of the session, and begins in it', async () => {
    const { bash, start, folder } = session({ 'sub/a': '' });
    await bash({ command: 'cd sub' });
    expect((await start('pwd; cd /', END)).content).toBe(`${folder}/sub\n`);
    expect((await bash({ command: 'pwd' })).content).toBe(`${folder}/sub\n`);
  });

  test('is ended with the session', async () => {
    const { registry, start } = session();
    const seconds = uniqueSeconds();
    await start(`sleep ${seconds}`);
    await start(`trap '' TERM; sleep ${seconds}; sleep ${seconds}`);
    await untilProcesses(seconds, 2);
    await registry.end();
    expect(countProcesses(seconds)).toBe(0);
  });

  test('is ended where its call is aborted before it has answered', async () => {
    const controller = new AbortController();
    const { start } = session({}, controller.signal);
    const seconds = uniqueSeconds();
    const starting = start(`sleep ${seconds}`, OUTPUT);
    await untilProcesses(seconds, 1);
    controller.abort();
    expect(await starting).toMatchObject({ status: 'aborted', notes: ['bash was aborted, and the job was ended'] });
    expect(countProcesses(seconds)).toBe(0);
  });
});

describe('jobs', () => {
  test('run side by side, eight at most', async () => {
    const { bash, start } = session();
    await Promise.all(Array.from({ length: 8 }, () => start('sleep 1000')));
    const { status, content } = await start('touch ninth');
    expect(status).toBe('error');
    expect(content).toMatch(/^8 jobs run already\. Stop one of them first: job-1 \(sleep 1000\) is running, job-2 /);
    await bash({ job: 'job-3', action: 'stop' });
    expect(await start('echo ninth', END)).toMatchObject({ status: 'ok', content: 'ninth\n' });
  });

  test('are listed where the id is none of theirs', async () => {
    const { bash, start } = session();
    expect(await bash({ job: 'job-1' })).toMatchObject({
      ...{ status: 'error', content: 'There is no job job-1. No job has been started; background true starts one.' },
    });
    await start('exit 2', END);
    await start(`sleep 1000\n# ${'x'.repeat(100)}`);
    expect((await bash({ job: '7', action: 'stop' })).content).toBe(
      `There is no job 7. The jobs are: job-1 (exit 2) has exited with code 2, job-2 (sleep 1000 # ${'x'.repeat(47)}…) is running.`,
    );
  });
});

describe('parameters that do not go together', () => {
  const parameters = 'Parameters of bash: command, timeout?, background?, job?, action?.';
  const rows: [Params, string][] = [
    [{}, `bash was not run, its parameters are wrong:\n- command is missing: expected a string\n${parameters}`],
    [
      { action: 'read' },
      `bash was not run, its parameters are wrong:\n- job is missing: expected its id\n${parameters}`,
    ],
    [{ job: 'job-1', command: 'touch x' }, 'Give either command or job, not both: nothing was done.'],
    [{ command: 'touch x\0' }, "The command holds a NUL character, which no command can: write it as $'\\0'."],
  ];
  test.each(rows)('%j', async (params, content) => {
    const { bash, path } = session();
    expect(await bash(params)).toEqual({ status: 'error', content, details: {} });
    expect(existsSync(path('x'))).toBe(false);
  });
});
