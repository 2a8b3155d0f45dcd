/** Esc Esc in a real terminal: back to before a prompt, in a fork, on the same screen. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { checkParent, isLocked, readHistory } from '../packages/history/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { has, historyIn, run, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';
import { open, screen, tmux } from './window.ts';

afterEach(() => {
  tmux('kill-session', '-t', 'window');
});

afterAll(() => {
  tmux('kill-server');
});

const WRITE = '<action tool="write"><path>made.txt</path><content>x</content></action>';

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

/** The messages of the person and of the model in a request. */
function said(body: unknown): readonly string[] {
  const { messages } = body as { messages: readonly { role: string; content: string }[] };
  return messages.slice(1).map(({ role, content }) => `${role}: ${content}`);
}

/** What `-t --no-sandbox` allows is said once. */
const TRUST_WARNING = expect.stringMatching(/^tagma: mode trust without a sandbox: [^\n]*\n$/);

describe.skipIf(!has('tmux'))('going back to before a prompt (skipped without tmux)', () => {
  test('the session is kept, and a fork of it goes on from there, on the same screen', async () => {
    const endpoint = await startScriptedEndpoint(
      scriptOf(['<final>One.</final>', WRITE, '<final>Two.</final>', '<final>Otherwise.</final>']),
    );
    const folder = temporaryFolder();
    const args = ['-t', '--no-sandbox', '--cwd', folder];
    const { history, outcome } = open([...connection(endpoint.url), ...args, 'Do the first thing']);
    await until('One.');
    press('Do the second thing', 'Enter');
    await until('Two.', '? keys');
    press('BTab');
    await until('· plan');
    const old = historyIn(history);

    press('Escape');
    await until('Esc again rewinds');
    press('Escape');
    await until('rewind to before a prompt', '› 2  Do the second thing', '  1  Do the first thing');
    press('Enter');
    await until('› Do the second thing', '? keys');
    // What was before it is shown; what came of it is not. The mode is as it was set.
    expect(screen()).toContain('One.');
    expect(screen()).not.toContain('Two.');
    expect(screen()).toContain('· plan');
    expect(screen().replaceAll(/\s+/g, ' ')).toContain(`tagma resume ${old.slice(history.length + 1, -4)}`);
    // The files are as they were.
    expect(existsSync(join(folder, 'made.txt'))).toBe(true);
    expect(isLocked(old)).toBe(false);
    const before = readFileSync(old);

    press(' otherwise', 'Enter');
    await until('Otherwise.', '? keys');
    // What the session before it has changed can be taken back here, too.
    press('/undo turn', 'Enter');
    await waitFor(() => !existsSync(join(folder, 'made.txt')));
    press('C-d');
    expect(await outcome()).toEqual({ code: 0, errors: TRUST_WARNING });
    expect(said(endpoint.requests.at(-1)?.request.body)).toEqual([
      'user: Do the first thing',
      expect.stringMatching(/^assistant: /),
      // In plan mode the model is told so.
      expect.stringMatching(
        /^user: Do the second thing otherwise\n\n<observation tool="plan" by="user" status="ok">\n/,
      ),
    ]);
    await endpoint.close();

    const files = readdirSync(history).filter((name) => name.endsWith('.xml'));
    const fork = join(history, files.find((name) => join(history, name) !== old) ?? '');
    expect(files).toHaveLength(2);
    expect(readFileSync(old).equals(before)).toBe(true);
    expect(await checkParent(fork, old)).toMatchObject({ ok: true, difference: null });
    const read = await readHistory(old);
    expect(read.ok && read.records.findLast(({ kind }) => kind === 'event')).toMatchObject({
      type: 'session.ended',
      fields: { reason: 'quit' },
    });
    for (const file of [old, fork]) expect((await run(['replay', file])).code).toBe(0);
  });

  test('Esc Esc while a turn runs interrupts it, and goes nowhere', async () => {
    const endpoint = await startScriptedEndpoint(
      scriptOf(['<action tool="bash"><command>sleep 60</command></action>']),
    );
    const { history, outcome } = open([...connection(endpoint.url), '-t', '--no-sandbox', 'Do it']);
    await until('running');
    press('Escape', 'Escape');
    await until('stopped · by you');
    expect(screen()).not.toContain('rewind to before');
    press('C-d');
    expect((await outcome()).code).toBe(0);
    await endpoint.close();
    historyIn(history);
  });
});
