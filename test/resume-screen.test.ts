/** A session goes on upon the full screen, in a real terminal: what was shown before is there, and what was cut off is told. */
import { afterAll, describe, expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { has, run, waitFor } from './command.ts';
import { person } from './resumed.ts';
import { connection, scriptOf } from './scripted.ts';
import { open, screen, tmux } from './window.ts';

const APPEND = '<action tool="bash"><command>echo ran >> log; sleep 2</command></action>';

afterAll(() => {
  tmux('kill-server');
});

describe.skipIf(!has('tmux'))('the screen (skipped without tmux)', () => {
  test('shows the conversation and what was interrupted, waits, and goes on when the person says so', async () => {
    const one = person();
    await one.killed([APPEND], () => one.holds('log') !== '', '-p', 'write it down', '-t');
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>I looked: it is there.</final>']));
    const { outcome } = open([
      ...connection(endpoint.url),
      ...['-c', '--history', one.history, '--cwd', one.folder, '--no-sandbox'],
    ]);
    await waitFor(() => screen().includes('? keys'));
    const shown = screen();
    for (const text of [
      'write it down',
      'interrupted: the session was cut off while it ran',
      'it is not run again: call 1',
    ]) {
      expect(shown).toContain(text);
    }
    expect(endpoint.requests).toEqual([]);
    tmux('send-keys', '-t', 'window', '/retry', 'Enter');
    await waitFor(() => screen().includes('I looked: it is there.'));
    expect(one.holds('log')).toBe('ran\n');
    tmux('send-keys', '-t', 'window', 'C-c', 'C-c');
    expect(await outcome()).toMatchObject({ code: 0 });
    await endpoint.close();
    expect(await run(['replay', one.file()])).toMatchObject({ code: 0, err: '' });
  });
});
