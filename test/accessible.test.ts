/** `tagma --accessible`, and a terminal that cannot be drawn on, in tmux: every line that is said. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { has, historyIn, run, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';
import { type Opened, open, screen, tmux } from './window.ts';

/** Else it is said what is known of it, whenever that comes. */
const WINDOW = ['--window', '8192'];

afterEach(() => {
  tmux('kill-session', '-t', 'window');
});

afterAll(() => {
  tmux('kill-server');
});

/** The window stays when the command has ended. */
function opened(args: readonly string[], first = ''): Opened {
  const window = open(args, first);
  tmux('set-option', '-t', 'window', 'remain-on-exit', 'on');
  return window;
}

function held(): string[] {
  return tmux('capture-pane', '-p', '-J', '-S', '-', '-t', 'window').trimEnd().split('\n');
}

/** Types a line once the window ends with what is waited for, and a prompt. */
async function answer(shows: string, line: string): Promise<void> {
  await waitFor(() => screen().includes(shows) && /you:\s*$/.test(screen().trimEnd()));
  // Nobody has read it sooner, and an answer would be none.
  await setTimeout(350);
  tmux('send-keys', '-t', 'window', '-l', line);
  tmux('send-keys', '-t', 'window', 'Enter');
}

describe.skipIf(!has('tmux'))('line by line (skipped without tmux)', () => {
  test.each([
    { title: '--accessible', options: ['--accessible'], first: '' },
    { title: 'TERM=dumb', options: [], first: 'export TERM=dumb' },
  ])('$title: a prompt, a call that asks, a question of the model, an answer', async ({ options, first }) => {
    const endpoint = await startScriptedEndpoint(
      scriptOf([
        '<thought>I look.</thought><action tool="bash"><command>touch made; echo out</command></action>',
        '<action tool="ask"><question>Which?</question><options>["red", "green"]</options></action>',
        '<final># Green\n\n- 中文</final>',
      ]),
    );
    const folder = temporaryFolder();
    const { history, outcome } = opened([...connection(endpoint.url), '--cwd', folder, ...WINDOW, ...options], first);
    await answer('ready: ', 'do it');
    await answer('May bash run?', '1');
    await answer('Which?', '2');
    await waitFor(() => screen().includes('中文') && /you:\s*$/.test(screen().trimEnd()));
    tmux('send-keys', '-t', 'window', 'C-d');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();

    const rows = held().map((row) => row.trimEnd().replace(/, [\d.]+ m?s$/, ', TIME'));
    const asked = rows.indexOf('asks: May bash run?');
    const question = rows.slice(asked, rows.indexOf('  1: once'));
    expect(question.filter((row) => !row.startsWith('  '))).toEqual(['asks: May bash run?']);
    expect(
      rows.slice(
        0,
        rows.findIndex((row) => row.startsWith('session: do it')),
      ),
    ).toEqual([
      `session: model scripted, mode default, folder ${folder}`,
      'ready: write what to do, or /help',
      'you: do it',
      'state: working',
      'thought: I look.',
      'action bash: call 1',
      '  command: touch made; echo out',
      ...question,
      '  1: once',
      '  2: always',
      '  3: no',
      '  4: no, because: write 4 and the reason behind it',
      'choose: write a number',
      'you: 1',
      'allowed: you, this once',
      'result ok: call 1, TIME',
      '  out',
      'action ask: call 2',
      '  question: Which?',
      '  options: ["red","green"]',
      'asks: The model asks you',
      '  call 2',
      '  Which?',
      '  1: red',
      '  2: green',
      'choose: write a number, or an answer of your own',
      'you: 2',
      'answered: call 2, by you',
      '  green',
      'answer: # Green',
      '',
      '  - 中文',
      'state: ready',
      'you:',
    ]);
    expect((await run(['replay', historyIn(history)])).code).toBe(0);
  });

  test('Ctrl+C interrupts a turn, and the session goes on; twice at rest quits, with 0', async () => {
    const endpoint = await startScriptedEndpoint(
      scriptOf(['<action tool="bash"><command>sleep 1700</command></action>', '<final>After that.</final>']),
    );
    const allowed = ['--accessible', '--allow', 'Bash(sleep 1700)', '--cwd', temporaryFolder(), ...WINDOW];
    // The shell around it gets the signal, too.
    const { outcome } = opened([...connection(endpoint.url), ...allowed], 'trap : INT');
    await answer('ready: ', 'do it');
    await waitFor(() => screen().includes('sleep 1700'));
    await setTimeout(300);
    tmux('send-keys', '-t', 'window', 'C-c');
    await answer('stopped: by you', 'and now');
    await waitFor(() => screen().includes('answer: After that.') && /you:\s*$/.test(screen().trimEnd()));
    tmux('send-keys', '-t', 'window', 'C-c');
    await setTimeout(200);
    tmux('send-keys', '-t', 'window', 'C-c');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();
  });
});
