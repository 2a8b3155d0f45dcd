/** A history on the whole screen, in process: a real file behind it, a real terminal emulator before it. */
import { join } from 'node:path';
import { openTape } from '@tagma/history';
import { expect, test } from 'vitest';
import { openTravel } from '../../src/travel/open-travel.ts';
import { SEEN } from '../../src/travel/seen.ts';
import type { TravelLeaving, TravelOptions } from '../../src/travel/travel-options.ts';
import { type FakeTerminal, fakeTerminal } from '../fake-terminal.ts';
import { HISTORIES } from '../traveller.ts';

const ASKED = join(HISTORIES, 'golden/permission-asked.xml');

type Opened = { readonly terminal: FakeTerminal; readonly left: Promise<TravelLeaving> };

async function open(options: Partial<TravelOptions> = {}, file = ASKED): Promise<Opened> {
  const opened = await openTape(file, SEEN);
  if (!opened.ok) throw new Error(opened.error.message);
  const terminal = fakeTerminal(120, 20);
  const { input, output } = terminal;
  const left = openTravel({ tape: opened.tape, input, output, env: {}, ...options });
  left.then(() => opened.tape.close());
  await terminal.until(shows('record 1 of 58'));
  return { terminal, left };
}

const shows = (text: string) => (rows: readonly string[]) => rows.join('\n').includes(text);

test('keys lead through it, and q leaves with the terminal as it was', async () => {
  const { terminal, left } = await open();
  terminal.type('\x1b[C\x1b[C\x1b[C\x1b[C');
  expect((await terminal.until(shows('decided by you: no (use npm)'))).at(-1)).toMatch(/^ record 14 of 58/);
  terminal.type('\x1b[F');
  await terminal.until(shows('record 58 of 58'));
  terminal.type('q');
  expect(await left).toEqual({ kind: 'quit', interrupted: false });
  await terminal.settled();
  expect([terminal.emulator.buffer.active.type, terminal.input.raw]).toEqual(['normal', false]);
});

test('it plays to its end', async () => {
  const { terminal, left } = await open();
  terminal.type('ss ');
  await terminal.until(shows('record 57 of 58'));
  terminal.type('q');
  await left;
});

test('a text is found, behind this and before it', async () => {
  const { terminal, left } = await open();
  terminal.type('/use npm\r');
  await terminal.until(shows('record 14 of 58'));
  terminal.type('/\r');
  await terminal.until(shows('use npm stands nowhere behind this'));
  terminal.type('\x1b[F/nobody said that\r');
  await terminal.until(shows('nobody said that stands nowhere behind this'));
  terminal.type('q');
  await left;
});

test('the scrubber is pulled with the mouse', async () => {
  const { terminal, left } = await open();
  terminal.type('\x1b[<0;120;19M');
  await terminal.until(shows('record 58 of 58'));
  terminal.type('\x1b[<32;1;19M');
  await terminal.until(shows('record 1 of 58'));
  terminal.type('q');
  await left;
});

test('the record is shown in the editor, which has the terminal meanwhile', async () => {
  const edited: [text: string, raw: boolean][] = [];
  const terminals: FakeTerminal[] = [];
  const { terminal, left } = await open({
    edit: async (text) => {
      edited.push([text.slice(0, 37), terminals[0]?.input.raw ?? true]);
      return { ok: false, message: 'The editor: it failed.' };
    },
  });
  terminals.push(terminal);
  terminal.type('no');
  await terminal.until(shows('The editor: it failed.'));
  expect(edited).toEqual([['<event n="3" type="prompt.given" at="', false]]);
  terminal.type('q');
  await left;
});

test('f twice leaves to fork', async () => {
  const { terminal, left } = await open();
  terminal.type('nf');
  await terminal.until(shows('f again'));
  terminal.type('f');
  expect(await left).toEqual({ kind: 'fork', record: 5 });
});

test('a terminal that goes away ends it', async () => {
  const { terminal, left } = await open();
  terminal.hangUp();
  expect(await left).toEqual({ kind: 'terminal-closed' });
});

test('a screen that is too small says so, and shows all again', async () => {
  const { terminal, left } = await open();
  terminal.resize(30, 8);
  await terminal.until(shows('too small'));
  terminal.resize(80, 24);
  await terminal.until(shows('record 1 of 58'));
  terminal.type('q');
  await left;
});
