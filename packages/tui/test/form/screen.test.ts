/** Questions on a terminal, in process: a script asks, bytes answer, and the terminal is given back, or kept for the next screen. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Asked } from '../../src/form/form.ts';
import { openForm } from '../../src/form/open-form.ts';
import type { Script } from '../../src/form/show-form.ts';
import { giveScreenBack } from '../../src/terminal/kept-screen.ts';
import { type FakeTerminal, fakeTerminal } from '../fake-terminal.ts';

const TAKEN = '\x1b[?1049h';
const GIVEN_BACK = '\x1b[?1049l';
const NAME: Asked = {
  ...{ title: 'Name?', note: '', lines: [], choices: [], takes: 'text', usual: '', canGoBack: false },
};
const KEY: Asked = { ...NAME, title: 'Key?', takes: 'secret' };

const shows = (text: string) => (rows: readonly string[]) => rows.join('\n').includes(text);

function open<T>(script: Script<T>, terminal = fakeTerminal(60, 12)) {
  const { input, output } = terminal;
  return { terminal, end: openForm({ input, output, env: {}, heading: 'Heading' }, script) };
}

async function lookOf(terminal: FakeTerminal) {
  await terminal.settled();
  return [terminal.emulator.buffer.active.type, terminal.input.raw];
}

afterEach(giveScreenBack);

test('a script asks, works and ends: what is typed comes to it, a secret never to the terminal', async () => {
  const heard: unknown[] = [];
  const { terminal, end } = open(async ({ ask, work }) => {
    heard.push(await ask(NAME));
    heard.push(await work({ title: 'Working', canGoBack: true, run: async (_signal, tell) => tell('found') ?? 7 }));
    heard.push(await ask(KEY));
    return { value: 'done', keeps: null };
  });
  await terminal.until(shows('Name?'));
  terminal.type('me\r');
  await terminal.until(shows('Key?'));
  terminal.type('sk-secret');
  await terminal.until(shows('› •••••••••'));
  terminal.type('\r');
  expect(await end).toMatchObject({ value: 'done', leaving: { kind: 'quit' } });
  expect(heard).toEqual([
    { kind: 'answer', text: 'me' },
    { kind: 'done', value: 7 },
    { kind: 'answer', text: 'sk-secret' },
  ]);
  expect(terminal.written()).not.toContain('sk-secret');
  expect(await lookOf(terminal)).toEqual(['normal', false]);
});

test.each([
  ['Esc breaks work off', '\x1b', { kind: 'back' }],
  ['Ctrl+C breaks it off, and leaves', '\x03', { kind: 'left' }],
])('%s', async (_title, key, expected) => {
  let isAborted = false;
  const { terminal, end } = open(async ({ work }) => {
    const run = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
          reject(new Error('broken off'));
        });
      });
    return { value: await work({ title: 'Waiting', canGoBack: true, run }), keeps: null };
  });
  await terminal.until(shows('Waiting …'));
  terminal.type(key);
  expect([(await end).value, isAborted]).toEqual([expected, true]);
});

test('a script that fails gives the terminal back', async () => {
  const { terminal, end } = open(async () => {
    throw new Error('on purpose');
  });
  await expect(end).rejects.toThrow('on purpose');
  expect(await lookOf(terminal)).toEqual(['normal', false]);
});

test('a terminal that is closed ends it, and the script is told that nobody answers', async () => {
  let reply: unknown;
  const { terminal, end } = open(async ({ ask }) => {
    reply = await ask(NAME);
    return { value: 1, keeps: null };
  });
  await terminal.until(shows('Name?'));
  terminal.hangUp();
  expect(await end).toMatchObject({ leaving: { kind: 'terminal-closed' } });
  expect(reply).toEqual({ kind: 'left' });
});

describe('a terminal that is kept', () => {
  const kept: Script<null> = async ({ ask }) => {
    await ask(NAME);
    return { value: null, keeps: 'Going on' };
  };

  async function keep() {
    const { terminal, end } = open(kept);
    await terminal.until(shows('Name?'));
    terminal.type('x\r');
    const { giveBack } = await end;
    await terminal.until(shows('Going on …'));
    return { terminal, giveBack };
  }

  test('is taken over by the next screen, which nothing is shown before, with what was typed meanwhile', async () => {
    const { terminal } = await keep();
    terminal.type('ahead');
    await new Promise((resolve) => setImmediate(resolve));
    const second = open(kept, terminal);
    await terminal.until(shows('› ahead'));
    expect([terminal.written().split(TAKEN).length - 1, terminal.written().includes(GIVEN_BACK)]).toEqual([1, false]);
    terminal.resize(50, 11);
    expect((await terminal.until((rows) => rows.length === 11 && shows('› ahead')(rows))).at(0)).toBe(' Heading');
    terminal.type('\x03');
    terminal.type('\x03');
    await second.end;
    giveScreenBack();
    expect(await lookOf(terminal)).toEqual(['normal', false]);
  });

  test('is given back once', async () => {
    const { terminal, giveBack } = await keep();
    expect(await lookOf(terminal)).toEqual(['alternate', true]);
    giveBack();
    giveBack();
    expect(await lookOf(terminal)).toEqual(['normal', false]);
    expect(terminal.written().split(GIVEN_BACK).length - 1).toBe(1);
  });

  test('Ctrl+C is a signal meanwhile, and the terminal is given back', async () => {
    const { terminal } = await keep();
    const interrupted = new Promise((resolve) => process.once('SIGINT', resolve));
    terminal.type('\x03');
    await interrupted;
    expect(await lookOf(terminal)).toEqual(['normal', false]);
  });
});
