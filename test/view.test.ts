/** Histories looked at in a real terminal, tmux: one, two beside each other, and the fork that is asked for there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ROOT } from '../packages/build/workspace.mjs';
import { BUNDLE, has, temporaryFolder, waitFor } from './command.ts';
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
  const code = join(temporaryFolder(), 'code');
  const script = `"$@"; echo $? > '${code}.new'; mv '${code}.new' '${code}'; sleep 60`;
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
});
