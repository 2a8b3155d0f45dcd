/** Ctrl+C at any moment: nothing is left running, the history is whole, the exit code says which signal it was. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { historyIn, run } from './command.ts';
import { startWith } from './scripted.ts';

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
  await waitFor(() => isRunning(seconds));
  running.child.kill(signal);
  expect((await running.ended).code).toBe(code);
  expect(isRunning(seconds)).toBe(false);
  const replay = await run(['replay', historyIn(running.history)]);
  expect(replay).toMatchObject({ code: 0, err: '' });
  expect(replay.out).not.toContain('torn');
});

test('SIGINT while the model speaks ends the run at once', async () => {
  const slow = `<turn><reply>&lt;thought>${'so '.repeat(20_000)}&lt;/thought></reply></turn>`;
  const running = await startWith([slow]);
  await running.says('so so');
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
  expect((await run(['replay', historyIn(running.history)])).code).toBe(0);
});

function isRunning(argument: string): boolean {
  return spawnSync('pgrep', ['-f', `sleep ${argument}`]).status === 0;
}

async function waitFor(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it never came to be');
}
