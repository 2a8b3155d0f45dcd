/** `tagma demo --screen`, as a new user would play it: in a real terminal, tmux, small and large. */
import { afterAll, describe, expect, test } from 'vitest';
import { BUNDLE, has, run, waitFor } from './command.ts';
import { openWindow, screen, tmux } from './window.ts';

/** A person reads a question first: one that has just appeared takes no answer. */
const READING_MS = 500;

afterAll(() => {
  tmux('kill-server');
});

describe.skipIf(!has('tmux'))('the demo on the full screen (skipped without tmux)', () => {
  test.each([
    { columns: 80, rows: 24 },
    { columns: 200, rows: 50 },
  ])(
    '$columns×$rows: it asks, is answered, mends the code, and gives the terminal back',
    async ({ columns, rows }) => {
      openWindow(['sh', '-c', `'${process.execPath}' '${BUNDLE}' demo --screen; sleep 60`], columns, rows);
      await waitFor(() => screen().includes('May edit run?'), 30_000);
      const asked = screen().trimEnd().split('\n');
      expect(asked.some((row) => /^\s*-\s+return a\.start <= b\.end && b\.start <= a\.end;/.test(row))).toBe(true);
      expect(asked.some((row) => /^\s*\+\s+return a\.start < b\.end && b\.start < a\.end;/.test(row))).toBe(true);
      expect(asked.length).toBe(rows);
      expect(asked.at(-1)).toMatch(/^ permission · default · scripted-demo/);
      expect(Math.max(...asked.map((row) => [...row].length))).toBeLessThanOrEqual(columns);

      await new Promise((resolve) => setTimeout(resolve, READING_MS));
      tmux('send-keys', '-t', 'window', 'y');
      await waitFor(() => /^ finished · /m.test(screen()), 30_000);
      expect(screen()).toContain('The tests pass now (3 of 3).');

      tmux('send-keys', '-t', 'window', 'C-d');
      await waitFor(() => screen().includes('The demo is done.'), 30_000);
      expect(screen()).toContain('the same 28 states');
      expect(tmux('display-message', '-p', '-t', 'window', '#{alternate_on} #{cursor_flag}').trim()).toBe('0 1');
      tmux('kill-session', '-t', 'window');
    },
    120_000,
  );
});

test('without a terminal it says so', async () => {
  expect(await run(['demo', '--screen'])).toMatchObject({
    code: 2,
    err: 'tagma: the demo on the full screen needs a terminal for its input and its output; tagma demo needs none.\n',
  });
});
