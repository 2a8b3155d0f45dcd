/** `tagma resume` without a name, in a real terminal: the sessions are listed, and the one that is chosen goes on. */
import { readdirSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { has, run, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';
import { open, screen, tmux } from './window.ts';

afterEach(() => {
  tmux('kill-session', '-t', 'window');
});

afterAll(() => {
  tmux('kill-server');
});

/** Presses the left button where a text stands, and lets it go, as a terminal reports it. */
function clickOn(text: string): void {
  const rows = screen().split('\n');
  const row = rows.findIndex((each) => each.includes(text));
  const at = `${(rows[row]?.indexOf(text) ?? 0) + 1};${row + 1}`;
  const bytes = Buffer.from(`\x1b[<0;${at}M\x1b[<0;${at}m`);
  tmux('send-keys', '-t', 'window', '-H', ...[...bytes].map((byte) => byte.toString(16).padStart(2, '0')));
}

describe.skipIf(!has('tmux'))('tagma resume (skipped without tmux)', () => {
  test('lists the sessions; a click chooses one, another one goes on with it; Esc leaves all as it is', async () => {
    const folder = temporaryFolder();
    const history = temporaryFolder();
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>One.</final>', '<final>Two.</final>']));
    const around = [...connection(endpoint.url), '--no-sandbox', '--cwd', folder, '--history', history];
    for (const prompt of ['The first thing', 'The second thing'])
      expect((await run(['-p', prompt, ...around])).code).toBe(0);
    const kept = readdirSync(history);

    const left = open(['resume', ...around]);
    await waitFor(() => screen().includes('› The second thing') && screen().includes('The first thing'));
    tmux('send-keys', '-t', 'window', 'Escape');
    expect(await left.outcome()).toEqual({ code: 0, errors: '' });
    tmux('kill-session', '-t', 'window');

    const { outcome } = open(['resume', ...around]);
    await waitFor(() => screen().includes('› The second thing'));
    clickOn('The first thing');
    await waitFor(() => screen().includes('› The first thing'));
    clickOn('The first thing');
    await waitFor(() => screen().includes('One.') && screen().includes('? keys'));
    expect(screen()).not.toContain('Two.');
    tmux('send-keys', '-t', 'window', 'C-d');
    expect(await outcome()).toMatchObject({ code: 0, errors: expect.stringMatching(/^tagma: going on with \S+ in /) });
    await endpoint.close();
    expect(readdirSync(history)).toEqual(kept);
  });

  test('where there is none to choose it says so, and how to get at another one', async () => {
    const { outcome } = open(['resume', '--cwd', temporaryFolder(), '--history', temporaryFolder()]);
    expect(await outcome()).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/^tagma: there is no session .*tagma sessions --all lists them/s),
    });
  });
});
