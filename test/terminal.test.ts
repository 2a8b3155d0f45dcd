/** The full screen in a real terminal, tmux: each way to leave it, its window closed too, is an orderly end. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '../packages/build/workspace.mjs';
import { isLocked, readHistory } from '../packages/history/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { BUNDLE, has, historyIn, run, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';
import { open, openWindow, screen, tmux } from './window.ts';

/** A person reads a question first: one that has just appeared takes no answer. */
const READING_MS = 500;

afterAll(() => {
  tmux('kill-server');
});

describe.skipIf(!has('tmux'))('the terminal is closed (skipped without tmux)', () => {
  test.each([
    { title: 'while nothing runs', prompt: [], reply: '<final>x</final>', shows: '? keys' },
    {
      title: 'while a tool runs',
      prompt: ['do it'],
      reply: `<action tool="bash"><command>sleep ${1600 + (process.pid % 300)}</command></action>`,
      shows: 'running',
    },
    {
      title: 'while it asks',
      prompt: ['do it'],
      reply: '<action tool="bash"><command>touch made</command></action>',
      shows: 'May bash',
    },
  ])('$title', async ({ prompt, reply, shows }) => {
    const endpoint = await startScriptedEndpoint(scriptOf([reply]));
    const { history, outcome } = open([...connection(endpoint.url), ...prompt]);

    await waitFor(() => screen().includes(shows));
    tmux('kill-session', '-t', 'window');
    expect(await outcome()).toEqual({ code: 129, errors: '' });
    await endpoint.close();
    const file = historyIn(history);
    expect(isLocked(file)).toBe(false);
    const read = await readHistory(file);
    const events = read.ok ? read.records.filter(({ kind }) => kind === 'event') : [];
    expect(events.find(({ type }) => type === 'abort.requested')?.fields).toEqual({ by: 'signal' });
    expect(events.at(-1)).toMatchObject({ type: 'session.ended', fields: { reason: 'signal' } });
    expect(events.some(({ type }) => type === 'tool.ended')).toBe(shows === 'running');
    expect((await run(['replay', file])).code).toBe(0);
  });
});

describe.skipIf(!has('tmux'))('the screen is left (skipped without tmux)', () => {
  test('Ctrl+C twice while a turn runs: exit 130, and nothing runs on', async () => {
    const seconds = `${1900 + (process.pid % 300)}`;
    const endpoint = await startScriptedEndpoint(
      scriptOf([`<action tool="bash"><command>sleep ${seconds}</command></action>`]),
    );
    const { history, outcome } = open([...connection(endpoint.url), '--allow', `Bash(sleep ${seconds})`, 'do it']);
    await waitFor(() => screen().includes('running'));
    tmux('send-keys', '-t', 'window', 'C-c', 'C-c');
    expect(await outcome()).toEqual({ code: 130, errors: '' });
    await endpoint.close();
    expect(spawnSync('pgrep', ['-x', '-f', `sleep ${seconds}`], { encoding: 'utf8' }).stdout ?? '').toBe('');
    expect(isLocked(historyIn(history))).toBe(false);
  });

  test('Ctrl+C twice while nothing runs: exit 0', async () => {
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>x</final>']));
    const { outcome } = open(connection(endpoint.url));
    await waitFor(() => screen().includes('? keys'));
    tmux('send-keys', '-t', 'window', 'C-c', 'C-c');
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    await endpoint.close();
  });

  // A full disk, for files of this process: what the shell limits is smaller than what the model says.
  test('a history that cannot be written closes it: exit 1, and says why', async () => {
    const thought = 'so '.repeat(60_000);
    const endpoint = await startScriptedEndpoint(scriptOf([`<thought>${thought}</thought><final>x</final>`]));
    const { history, outcome } = open([...connection(endpoint.url), 'do it'], 'ulimit -f 100');
    const { code, errors } = await outcome();
    await endpoint.close();
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(/^tagma: .*\n$/) });
    expect(errors).toContain(historyIn(history));
  });
});

describe.skipIf(!has('tmux'))('the person is asked (skipped without tmux)', () => {
  test('a question, a plan, a call and a limit are answered, and the model is told', async () => {
    const expecting = (last: string, reply: string) =>
      `<turn><expect in="last">${last}</expect><reply><![CDATA[${reply}]]></reply></turn>`;
    const endpoint = await startScriptedEndpoint(
      scriptOf([
        '<action tool="ask"><question>Which?</question><options>["red", "green"]</options></action>',
        expecting('green', '<action tool="plan"><action>enter</action></action>'),
        expecting('You are planning', '<action tool="plan"><action>done</action></action>'),
        expecting('test first', '<action tool="plan"><action>done</action></action>'),
        expecting('agrees to the plan', '<action tool="bash"><command>touch made</command></action>'),
        expecting('use write', '<final>Green.</final>'),
      ]),
    );
    const folder = temporaryFolder();
    const { history, outcome } = open([...connection(endpoint.url), '--cwd', folder, '--max-turns', '5', 'do it']);
    const steps: readonly (readonly [shows: string, ...keys: string[]])[] = [
      ['The model asks you', '2', 'Enter'],
      ['The model wants to plan first', '1', 'Enter'],
      ['Shall this plan', 'r'],
      ['No, because', 'test first', 'Enter'],
      ['Shall this plan be carried out\\? · call 4', 'y'],
      ['May bash run', 'r'],
      ['No, because', 'use write', 'Enter'],
      ['A limit of this turn is reached', 'y'],
      ['Green\\.', 'C-d'],
    ];
    for (const [shows, ...keys] of steps) {
      await waitFor(() => new RegExp(shows).test(screen()));
      await setTimeout(READING_MS);
      // A model would have written it by then.
      if (shows === 'The model asks you') writePlan(folder, history);
      tmux('send-keys', '-t', 'window', ...keys);
    }
    expect(await outcome()).toEqual({ code: 0, errors: '' });
    expect((await endpoint.close()).mismatches).toEqual([]);
    expect((await run(['replay', historyIn(history)])).code).toBe(0);
  });

  test('who types at a question, or goes on pressing at the next one, answers nothing', async () => {
    const endpoint = await startScriptedEndpoint(
      scriptOf([
        ['one', 'two', 'three'].map((name) => `<action tool="bash"><command>touch ${name}</command></action>`).join(''),
      ]),
    );
    const { history, outcome } = open([...connection(endpoint.url), 'do it']);
    await waitFor(() => /command: touch one/.test(screen()) && /May bash run/.test(screen()));
    await setTimeout(READING_MS);
    for (const key of ['w', 'h', 'a', 't']) tmux('send-keys', '-t', 'window', key);
    await waitFor(() => screen().includes('› what'));
    tmux('send-keys', '-t', 'window', 'C-u', 'Tab');
    await waitFor(() => /y {2}once/.test(screen()));
    tmux('send-keys', '-t', 'window', 'y');
    await waitFor(() => /May bash run\? · ~ changes · call 2/.test(screen()));
    tmux('send-keys', '-t', 'window', 'y');
    await waitFor(() => screen().includes('read it first'));
    tmux('send-keys', '-t', 'window', 'C-c', 'C-c');
    expect(await outcome()).toEqual({ code: 130, errors: '' });
    await endpoint.close();
    const read = await readHistory(historyIn(history));
    const events = read.ok ? read.records.filter(({ kind }) => kind === 'event') : [];
    const answers = events.filter(({ type }) => type === 'permission.answered');
    expect(answers.map(({ fields }) => fields)).toMatchObject([{ answer: 'once' }]);
  });
});

function writePlan(folder: string, history: string): void {
  mkdirSync(join(folder, '.tagma', 'plans'), { recursive: true });
  writeFileSync(join(folder, '.tagma', 'plans', basename(historyIn(history)).replace('.xml', '.md')), 'Do it.\n');
}

describe.skipIf(!has('tmux'))('a prompt of the stepper is left (skipped without tmux)', () => {
  test.each([
    ['C-c', 'left 130'],
    ['C-d', 'left 0'],
  ])('%s: what follows stands on a line of its own', async (key, left) => {
    const golden = join(ROOT, 'history', 'golden', 'a-task-done.xml');
    const script = '"$@"; echo "left $?"; sleep 60';
    const command = ['sh', '-c', script, 'sh', process.execPath, BUNDLE, 'step', golden];
    openWindow(command);
    await waitFor(() => screen().includes('0/16>'));
    tmux('send-keys', '-t', 'window', key);
    await waitFor(() => screen().includes(left));
    const shown = screen().trimEnd().split('\n').slice(-2);
    tmux('kill-session', '-t', 'window');
    expect(shown).toEqual(['0/16>', left]);
  });
});
