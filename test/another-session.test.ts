/** `/new` and `/sessions` in a real terminal: other sessions take the place of the one on the screen, and all are kept. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { goodbye } from '../packages/cli/src/screen/goodbye.ts';
import { isLocked, summaryOf } from '../packages/history/src/index.ts';
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

function press(...keys: string[]): void {
  tmux('send-keys', '-t', 'window', ...keys);
}

/** Waits until all of it stands on the screen. */
async function until(...texts: readonly string[]): Promise<void> {
  const missing = () => texts.filter((text) => !screen().includes(text));
  await waitFor(() => missing().length === 0).catch(() => {
    throw new Error(`${JSON.stringify(missing())} never came:\n${screen()}`);
  });
}

/** The histories of a folder. */
function histories(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => join(folder, name));
}

describe.skipIf(!has('tmux'))('another session (skipped without tmux)', () => {
  test('begins, and the one before is found again and goes on, in its own file', async () => {
    const endpoint = await startScriptedEndpoint(
      scriptOf(['<final>One.</final>', '<final>Two.</final>', '<final>Three.</final>']),
    );
    const folder = temporaryFolder();
    const { history, outcome } = open([
      ...connection(endpoint.url),
      '--no-sandbox',
      '--cwd',
      folder,
      'The first thing',
    ]);
    await until('One.', '? keys');
    const [first = ''] = histories(history);
    press('BTab');
    await until('· accept-edits');
    press('/new', 'Enter');
    await waitFor(() => histories(history).length === 2 && !screen().includes('One.'));
    // It is set as the one before was.
    await until('· accept-edits', '? keys');
    press('The second thing', 'Enter');
    await until('Two.', '? keys');
    // Their names may begin with the same second.
    const second = histories(history).find((file) => file !== first) ?? '';
    expect([isLocked(first), isLocked(second)]).toEqual([false, true]);

    press('/sessions', 'Enter');
    await until('The first thing', 'this one', 'ended');
    press('first', 'Enter');
    await until('One.', 'taken up', '? keys');
    expect([isLocked(first), isLocked(second)]).toEqual([true, false]);
    press('The third thing', 'Enter');
    await until('Three.', '? keys');
    expect(endpoint.requests.map(({ request }) => (request.body as { messages: unknown[] }).messages.length)).toEqual([
      2, 2, 4,
    ]);

    press('C-d');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();
    expect([...histories(history)].sort()).toEqual([first, second].sort());
    expect(await summaryOf(first)).toMatchObject({ prompts: 2, state: 'ended' });
    expect(await summaryOf(second)).toMatchObject({ prompts: 1, state: 'ended' });
    for (const file of [first, second]) expect((await run(['replay', file])).code).toBe(0);
    // What stays on the terminal: by its file, for its name alone does not lead to this folder.
    expect(await goodbye(first, { cwd: folder, history })).toMatch(
      new RegExp(
        `^session: The first thing · 2 prompts · 2 replies.*\ngo on: {3}tagma resume ${first}\nhistory: ${first}\n$`,
      ),
    );
  });
});
