/** Histories looked at in a real terminal, tmux: one, two beside each other, and the fork that is asked for there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ROOT } from '../packages/build/workspace.mjs';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { BUNDLE, has, historyIn, run, temporaryFolder, waitFor } from './command.ts';
import { keepsHistoriesIn } from './resumed.ts';
import { connection, scriptOf } from './scripted.ts';
import { openWindow, screen, tmux } from './window.ts';

const GOLDEN = join(ROOT, 'history', 'golden');
const ASKED = join(GOLDEN, 'permission-asked.xml');

afterEach(() => {
  tmux('kill-session', '-t', 'window');
});
afterAll(() => {
  tmux('kill-server');
});

/** Runs `tagma view` in a window. Gives the file that its exit code is written to. */
function open(...args: readonly string[]): string {
  return openAt(temporaryFolder(), args);
}

function openAt(home: string, args: readonly string[]): string {
  const code = join(temporaryFolder(), 'code');
  const script = `HOME='${home}' "$@"; echo $? > '${code}.new'; mv '${code}.new' '${code}'; sleep 60`;
  openWindow(['sh', '-c', script, 'sh', process.execPath, BUNDLE, 'view', ...args], 120, 30);
  return code;
}

const type = (...keys: readonly string[]) => tmux('send-keys', '-t', 'window', ...keys);
const shows = (text: string) => waitFor(() => screen().includes(text));

async function exitOf(code: string): Promise<string> {
  await waitFor(() => existsSync(code));
  return readFileSync(code, 'utf8');
}

describe.skipIf(!has('tmux'))('in a terminal (skipped without tmux)', () => {
  test('a history is gone through, and the terminal is as it was', async () => {
    const code = open(ASKED);
    await shows('record 1 of 58');
    type('d', 'd');
    await shows('decided by you: no (use npm)');
    type('m');
    await shows('thinking takes');
    type('End', 'q');
    expect(await exitOf(code)).toBe('0\n');
    expect(screen()).not.toContain('record 58');
  });

  test('two are shown where they part, and one of them alone and back', async () => {
    const code = open(ASKED, join(GOLDEN, 'a-task-done.xml'));
    await shows('difference 1 of');
    type('2');
    await shows('record 3 of');
    type('q');
    await shows('difference 1 of');
    type('q');
    expect(await exitOf(code)).toBe('0\n');
  });

  test('what is asked to be forked is handed to tagma fork', async () => {
    const code = open(ASKED, '--at', 'turn:1');
    await shows('turn 1 of 1');
    type('f');
    await shows('f again');
    type('f');
    // It is not a file of this person's own, so where it is to work has to be said.
    expect(await exitOf(code)).toBe('2\n');
    expect(screen()).toContain('--cwd FOLDER says where it is to work');
  });

  test('the folder that a fork works in can be said where the history is opened', async () => {
    const folder = temporaryFolder();
    open(ASKED, '--at', 'turn:1', '--cwd', folder);
    await shows('turn 1 of 1');
    type('f');
    await shows('f again');
    type('f');
    await shows('a prompt, or / command');
    expect(screen().replaceAll('\n', '')).toContain(` in ${folder}`);
  });

  test('a fork is a session of its own, and goes on where one stood', async () => {
    const endpoint = await startScriptedEndpoint(
      scriptOf(['<final>first answer</final>', '<final>second answer</final>']),
    );
    const [home, cwd, history] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    keepsHistoriesIn(history, home);
    const told = await run(['-p', 'do it', ...connection(endpoint.url), '--cwd', cwd, '--history', history], {
      env: { HOME: home },
      cwd,
    });
    expect([told.code, told.out]).toEqual([0, 'first answer\n']);
    const file = historyIn(history);
    const old = readFileSync(file, 'utf8');
    const code = openAt(home, [file, '--at', '3']);
    await shows('record 3 of');
    type('f');
    await shows('f again');
    type('f');
    await shows('? keys');
    await shows('a prompt, or / command');
    type('again', 'Enter');
    await shows('second answer');
    type('C-c', 'C-c');
    expect(await exitOf(code)).toBe('0\n');
    await endpoint.close();
    // Of its own, with the beginning of the other one, which is as it was.
    expect(readFileSync(file, 'utf8')).toBe(old);
    const made = readdirSync(history).filter((name) => name.endsWith('.xml') && join(history, name) !== file);
    expect(made.length).toBe(1);
    expect((await run(['replay', join(history, made[0] ?? '')])).code).toBe(0);
  });
});
