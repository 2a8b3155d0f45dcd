/** The end asked for at any moment: nothing is left running, the history is whole and free, the exit code says why. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLocked, readHistory } from '../packages/history/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { BUNDLE, environment, has, historyIn, run, start, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf, startWith } from './scripted.ts';

const SLOW = { characters: 120, ms: 20 };

describe('signals', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s while a command runs: its whole process tree is gone, exit %i', async (signal, code) => {
    const seconds = `${1000 + Math.floor(process.pid % 500)}.${code}`;
    const command = `sleep ${seconds} & (sleep ${seconds}); wait`;
    const reply = `<action tool="bash"><command>echo begun; ${command}</command></action>`;
    const running = await startWith([reply], ['--allow', `Bash(echo begun; ${command})`]);
    await running.says('begun');
    await waitFor(() => isRunning(`sleep ${seconds}`));
    running.child.kill(signal);
    expect((await running.ended).code).toBe(code);
    expect(isRunning(`sleep ${seconds}`)).toBe(false);
    await expectWhole(historyIn(running.history));
  });

  test('SIGINT twice, the second while the first is seen to', async () => {
    const seconds = `${1000 + Math.floor(process.pid % 500)}.2`;
    const stay = join(temporaryFolder(), 'stay.sh');
    writeFileSync(stay, `trap '' TERM\nsleep ${seconds}\n`);
    const reply = `<action tool="bash"><command>sh ${stay}</command></action>`;
    const running = await startWith([reply], ['--allow', `Bash(sh ${stay})`]);
    await waitFor(() => isRunning(`sleep ${seconds}`));
    running.child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 50));
    running.child.kill('SIGINT');
    const { code } = await running.ended;
    // On a busy machine all is done by then: what ends it is the signal itself, which a shell calls 130 as well.
    expect(code ?? running.child.signalCode).toBe(code === null ? 'SIGINT' : 130);
    expect(isRunning(`sleep ${seconds}`)).toBe(false);
    await expectWhole(historyIn(running.history));
  });

  test('SIGINT while the model speaks: what had arrived is kept, the rest is not waited for', async () => {
    const thought = 'so '.repeat(20_000);
    const running = await startWith([`<thought>${thought}</thought><final>x</final>`], [], { pace: SLOW });
    await running.says('so so');
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    const file = historyIn(running.history);
    const [ended] = (await recordsOf(file)).filter(({ type }) => type === 'reply.ended');
    expect(ended?.fields).toMatchObject({ finish: 'aborted', text: expect.stringMatching(/^<thought>so so/) });
    expect(String(ended?.fields.text).length).toBeLessThan(thought.length / 2);
    await expectWhole(file);
  });

  // The log is a pipe that nobody reads: so the program stands still after it has made the history, and before it starts.
  test.skipIf(!has('mkfifo'))('SIGINT before the session has begun (skipped without mkfifo)', async () => {
    const state = temporaryFolder();
    const log = join(state, 'tagma', 'tagma.log');
    mkdirSync(dirname(log), { recursive: true });
    expect(spawnSync('mkfifo', [log]).status).toBe(0);
    const running = await startWith(['<final>x</final>'], [], { env: { XDG_STATE_HOME: state } });
    await waitFor(() => readdirSync(running.history).some((name) => isLocked(join(running.history, name))));
    await new Promise((resolve) => setTimeout(resolve, 100));
    running.child.kill('SIGINT');
    const reader = spawn('cat', [log], { stdio: 'ignore' });
    const { code } = await running.ended;
    reader.kill();
    expect(code).toBe(130);
    const file = historyIn(running.history);
    expect((await recordsOf(file)).filter(({ kind }) => kind === 'event').map(({ type }) => type)).toEqual([
      'session.started',
      'prompt.given',
      'abort.requested',
      'reply.ended',
      'session.ended',
    ]);
    await expectWhole(file);
  });
});

describe('an output that is closed', () => {
  test('standard error: progress is dropped, and the run goes on', async () => {
    const running = await startWith([`<thought>${'so '.repeat(500)}</thought><final>the answer</final>`], [], {
      pace: SLOW,
    });
    await running.says('so so');
    running.child.stderr?.destroy();
    expect(await running.ended).toMatchObject({ code: 0, out: 'the answer\n' });
    await expectWhole(historyIn(running.history));
  });

  test('standard output: exit 141', async () => {
    const running = await startWith(['<thought>so so</thought><final>the answer</final>'], [], { pace: SLOW });
    running.child.stdout?.destroy();
    const { code, err } = await running.ended;
    expect(code).toBe(141);
    expect(err).not.toContain('mistake in Tagma');
    await expectWhole(historyIn(running.history));
  });

  test('both, as by `2>&1 | head -1`: exit 141', async () => {
    const endpoint = await startScriptedEndpoint(
      scriptOf([`<thought>${'so '.repeat(500)}</thought><action tool="ls"/>`, '<final>the answer</final>']),
      { pace: SLOW },
    );
    const history = temporaryFolder();
    const script = `"$0" "$@" 2>&1 | head -1; exit "\${PIPESTATUS[0]}"`;
    const args = [BUNDLE, '-p', 'do it', ...connection(endpoint.url), '--history', history];
    const shell = spawn('bash', ['-c', script, process.execPath, ...args], {
      cwd: temporaryFolder(),
      env: environment(),
      stdio: 'ignore',
    });
    expect(await new Promise((resolve) => shell.on('close', resolve))).toBe(141);
    await endpoint.close();
    await expectWhole(historyIn(history));
  });
});

describe('the demo', () => {
  test.each([
    { title: 'the demo alone', group: false },
    { title: 'all of its processes, as from a terminal', group: true },
  ])('SIGINT to $title: it stops, and nothing is left of it', async ({ group }) => {
    const folder = temporaryFolder();
    const demo = start(['demo', '--history', 'history'], { cwd: folder, env: { TMPDIR: folder }, detached: true });
    await demo.says('thought');
    process.kill(group ? -Number(demo.child.pid) : Number(demo.child.pid), 'SIGINT');
    const { code, out } = await demo.ended;
    expect(code).toBe(130);
    expect(out).toContain('The demo was stopped.');
    expect(out).not.toContain('The tests:');
    expect(isRunning(folder)).toBe(false);
    await expectWhole(historyIn(join(folder, 'history')));
  });
});

/** The history is closed, was ended by a signal where it was not done, and replays to its last byte. */
async function expectWhole(file: string): Promise<void> {
  expect(isLocked(file)).toBe(false);
  expect((await recordsOf(file)).filter(({ kind }) => kind === 'event').at(-1)?.type).toBe('session.ended');
  const replay = await run(['replay', file]);
  expect(replay).toMatchObject({ code: 0, err: '' });
  expect(replay.out).not.toContain('torn');
}

async function recordsOf(file: string) {
  const read = await readHistory(file);
  if (!read.ok) throw new Error(read.error.message);
  return read.records;
}

/** Whether a process has this in its command line. */
function isRunning(part: string): boolean {
  return commandLines().some((line) => line.includes(part));
}

/** Of all processes but this one: from /proc, or from ps where there is none. */
function commandLines(): readonly string[] {
  if (!existsSync('/proc/self/cmdline'))
    return spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).stdout.split('\n');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    });
}
