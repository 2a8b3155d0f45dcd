/** The machine pane and step mode in a real terminal, tmux, with the scripted endpoint: what is done to events stands in the history. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { readHistory } from '../packages/history/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { has, historyIn, run, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';
import { open, screen, tmux } from './window.ts';

/** What is held is read first: so long it takes no key that lets all go, changes or drops. */
const READING_MS = 400;

const touch = (name: string) => `<action tool="bash"><command>touch ${name}</command></action>`;

afterEach(() => {
  tmux('kill-server');
});

type Key = { readonly shows: string | RegExp; readonly keys?: readonly string[]; readonly text?: string };

/** One after the other: once the screen shows that, these keys, or this text and Enter. */
async function press(steps: readonly Key[]): Promise<void> {
  for (const { shows, keys = [], text } of steps) {
    const isShown = () => (typeof shows === 'string' ? screen().includes(shows) : shows.test(screen()));
    await waitFor(isShown).catch(() => {
      throw new Error(`${shows} is not shown:\n${screen()}`);
    });
    await setTimeout(READING_MS);
    if (text !== undefined) tmux('send-keys', '-t', 'window', '-l', text);
    for (const key of text === undefined ? keys : ['Enter']) tmux('send-keys', '-t', 'window', key);
  }
}

async function eventsIn(file: string) {
  const read = await readHistory(file);
  if (!read.ok) throw new Error(read.error.message);
  return read.records.filter(({ kind }) => kind === 'event');
}

/** All that is said on standard error: what mode `trust` allows. */
const NOTE = /^tagma: mode trust[^\n]*\n$/;

describe.skipIf(!has('tmux'))('a session is stepped on the screen (skipped without tmux)', () => {
  test('a turn is watched, an event changed, one dropped, one stopped at by a breakpoint; the history says so', async () => {
    const endpoint = await startScriptedEndpoint(scriptOf([touch('first'), touch('second'), '<final>done</final>']));
    const folder = temporaryFolder();
    const args = [...connection(endpoint.url), '--cwd', folder, '--trust', '--window', '8192'];
    const { history, outcome } = open(args);
    await press([
      { shows: '? keys', keys: ['F2'] },
      { shows: /│ ▸ idle/, keys: ['F3'] },
      { shows: 'step mode', text: 'make it' },
      { shows: 'held prompt.given "make it"', keys: ['n'] },
      { shows: /held reply\.ended/, text: `/edit text ${touch('edited')}` },
      { shows: 'changed by you', keys: ['n'] },
      { shows: 'held facts.taken', text: '/break tool.ended' },
      { shows: /1 event tool\.ended|held facts\.taken/, keys: ['c'] },
      { shows: 'breakpoint 1: event tool.ended', keys: ['c'] },
      // The next call: its outcome never reaches the machine.
      { shows: /bash · call 2[\s\S]*held tool\.ended[\s\S]*acting → thinking · model\.ask 7/, keys: ['d'] },
      { shows: 'Esc interrupts', keys: ['Escape'] },
      { shows: 'stopped · by you', keys: ['C-d'] },
    ]);
    expect(await outcome()).toEqual({ code: 0, errors: expect.stringMatching(NOTE) });
    await endpoint.close();
    const file = historyIn(history);
    const events = await eventsIn(file);
    expect(events.map(({ type }) => type)).toEqual([
      'session.started',
      'prompt.given',
      'reply.ended',
      'facts.taken',
      'tool.ended',
      'reply.ended',
      'facts.taken',
      'event.dropped',
      'abort.requested',
      'tool.ended',
      'abort.requested',
      'session.ended',
    ]);
    expect(events[2]?.fields).toMatchObject({
      text: touch('edited'),
      changed: { by: 'person', original: { text: touch('first') } },
    });
    expect(events[7]?.fields).toMatchObject({ by: 'person', event: { type: 'tool.ended' } });
    expect(['first', 'edited', 'second'].map((name) => existsSync(join(folder, name)))).toEqual([false, true, true]);
    expect((await run(['replay', file])).code).toBe(0);
  });

  test('Esc ends the turn at once, and what was held leads to nothing; left while an event is held, it ends', async () => {
    const endpoint = await startScriptedEndpoint(scriptOf([touch('never'), '<final>done</final>']));
    const folder = temporaryFolder();
    const { history, outcome } = open([...connection(endpoint.url), '--cwd', folder, '--trust', '--window', '8192']);
    await press([
      { shows: '? keys', text: '/break facts.taken' },
      { shows: '? keys', text: 'make it' },
      { shows: 'held facts.taken', keys: ['Escape'] },
      { shows: /stopped · by you[\s\S]*finished · step mode/, text: 'again' },
      { shows: 'held prompt.given "again"', keys: ['C-c', 'C-c'] },
    ]);
    expect((await outcome()).errors).toMatch(NOTE);
    await endpoint.close();
    const events = await eventsIn(historyIn(history));
    expect(events.map(({ type }) => type)).toEqual([
      'session.started',
      'prompt.given',
      'reply.ended',
      'event.dropped',
      'abort.requested',
      'prompt.given',
      'abort.requested',
      'reply.ended',
      'abort.requested',
      'session.ended',
    ]);
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });

  test('breakpoints stay where they are when the person goes back to before a prompt', async () => {
    const endpoint = await startScriptedEndpoint(scriptOf(['<final>one</final>', touch('never')]));
    const args = ['--cwd', temporaryFolder(), '--trust', '--window', '8192'];
    const { history, outcome } = open([...connection(endpoint.url), ...args]);
    await press([
      // Neither the end of a session nor the beginning of the next is held at it.
      { shows: '? keys', text: '/break session.ended' },
      { shows: 'is a breakpoint', text: '/break session.resumed' },
      { shows: '? keys', text: '/break acting' },
      { shows: '? keys', text: '/break facts.taken' },
      { shows: '? keys', text: '/break remove 3' },
      { shows: 'Breakpoint 3', text: 'make it' },
      { shows: /answer[\s\S]*\? keys/, keys: ['Escape'] },
      { shows: 'Esc again', keys: ['Escape'] },
      { shows: '1  make it', keys: ['Enter'] },
      { shows: /› make it[\s\S]*\? keys/, keys: ['Enter'] },
      { shows: 'held facts.taken · breakpoint 4: event facts.taken', keys: ['C-c', 'C-c'] },
    ]);
    expect((await outcome()).errors).toMatch(NOTE);
    await endpoint.close();
    expect(readdirSync(history).filter((name) => name.endsWith('.xml'))).toHaveLength(2);
  });
});
