/** Commands behind a slash in a real terminal, with all that is behind them: files, other sessions, the server, a plan. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { NEW_MS } from '../packages/tui/src/dialogs/attention.ts';
import { has, temporaryFolder, waitFor } from './command.ts';
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

/** Also of an Escape nothing is left that the next key could be taken together with. */
async function gone(text: string): Promise<void> {
  await waitFor(() => !screen().includes(text));
}

type Said = { readonly messages: readonly { readonly content: string }[] };

describe.skipIf(!has('tmux'))('commands behind a slash (skipped without tmux)', () => {
  test('write files, go on in a copy and in a session that is named, and leave', async () => {
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>One.</final>', '<final>Two.</final>']));
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), '{"name": "sample"}');
    mkdirSync(join(folder, '.tagma', 'commands'), { recursive: true });
    writeFileSync(join(folder, '.tagma', 'commands', 'greet.md'), 'Say hello to $0.');
    writeFileSync(join(folder, '.tagma', 'commands', 'help.md'), 'Not this.');
    const { history, outcome } = open([...connection(endpoint.url), '--no-sandbox', '--cwd', folder]);
    await until('/help is a command of Tagma.', '? keys');
    const [first = ''] = readdirSync(history).filter((name) => name.endsWith('.xml'));
    const session = basename(first, '.xml');

    press('/greet Ann', 'Enter');
    await until('Say hello to Ann.', 'One.', '? keys');
    press('/init', 'Enter');
    await until('Written: ');
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toMatch(/^# sample\n/);
    press('/init', 'Enter');
    await until('is there already', '/init replace');
    press('C-c');
    press('/export json', 'Enter');
    await waitFor(() => existsSync(join(folder, `${session}.json`)));
    press('/config', 'Enter');
    await until('FROM', '--history');
    press('Escape');
    await gone('--history');
    press('/fork', 'Enter');
    await until('A copy of the session goes on.');
    press('again', 'Enter');
    await until('Two.', '? keys');
    const said = endpoint.requests.map(({ request }) => (request.body as Said).messages.map(({ content }) => content));
    expect(said[1]?.slice(1)).toEqual(['Say hello to Ann.', '<final>One.</final>', 'again']);
    press(`/resume ${session}`, 'Enter');
    await until('taken up', 'One.');
    await gone('Two.');
    press('/exit', 'Enter');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();
  });

  test('a plan of the model is refused, and one of the person begun: the model is told of both', async () => {
    const turns = ['<action tool="plan">enter</action>', '<final>Well.</final>', '<final>Planned.</final>'];
    const folder = temporaryFolder();
    const endpoint = await startScriptedEndpoint(scriptOf(turns));
    const { outcome } = open([...connection(endpoint.url), '--no-sandbox', '--cwd', folder, 'Make it']);
    await until('The model wants to plan first', 'yes, plan first');
    await setTimeout(2 * NEW_MS);
    press('no thanks', 'Enter');
    await until('Well.', '? keys');
    press('/plan Move it', 'Enter');
    await until('Planned.', '· plan, no sandbox');
    const last = endpoint.requests.map(({ request }) => (request.body as Said).messages.at(-1)?.content ?? '');
    expect(last).toEqual([
      'Make it',
      expect.stringContaining('the user wants no plan: no thanks'),
      expect.stringMatching(
        /^Move it\n\n<observation tool="plan" by="user" status="ok">\nThe user has begun plan mode:/,
      ),
    ]);
    press('/quit', 'Enter');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();
  });

  test('/doctor looks at the server, row by row, and ends where it is closed', async () => {
    const endpoint = await startScriptedEndpoint(scriptOf(Array.from({ length: 3 }, () => '<final>ok</final>')));
    const { outcome } = open([...connection(endpoint.url), '--no-sandbox', '--cwd', temporaryFolder()]);
    await until('? keys');
    press('/doctor', 'Enter');
    await until('doctor: what the server has', 'yes     server');
    press('Escape');
    await gone('doctor: what the server has');
    press('/done', 'Enter');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();
  });
});
