/** Every key of the table is pressed where a history, or two, are looked at, and reaches its command and no other. */
import { join } from 'node:path';
import { diffHistories } from '@tagma/history';
import { expect, test } from 'vitest';
import type { ViewWhere } from '../../src/keys/binding.ts';
import { type AnyBinding, KEY_TABLE, type KeyTable } from '../../src/keys/key-table.ts';
import { boundKeys } from '../../src/keys/rebinding.ts';
import type { Pressed } from '../../src/screen/viewer.ts';
import { startPair } from '../../src/travel/pair/pair.ts';
import { pressPair } from '../../src/travel/pair/press.ts';
import { pressTravel } from '../../src/travel/press.ts';
import { HISTORIES, Traveller } from '../traveller.ts';

const ASKED = join(HISTORIES, 'golden/permission-asked.xml');
const SIZE = { columns: 100, rows: 24 };
const TRAVELLER = (await Traveller.of(ASKED, SIZE)).read();
const DIFF = await diffHistories(ASKED, ASKED);

const ACTS: { readonly [place in ViewWhere]: (keys: KeyTable, input: Pressed) => readonly { type: string }[] } = {
  history: (keys, input) => pressTravel({ ...TRAVELLER.travel, keys }, input, 0).acts,
  pair: (keys, input) => (DIFF.ok ? pressPair(startPair(DIFF, SIZE, keys), input).acts : []),
};

/** With the way out, which is seen from outside, in the place of that command, and nothing in that of all others. */
function marked(at: number): KeyTable {
  return KEY_TABLE.map(
    (binding, index) => ({ ...binding, command: index === at ? 'leave-view' : 'view-help' }) as AnyBinding,
  );
}

const ROWS = KEY_TABLE.flatMap(({ where, command, chords }, at) =>
  where === 'history' || where === 'pair'
    ? chords.map((chord) => ({ title: `${where}.${command}: ${chord}`, where, chord, at }))
    : [],
);

test.each(ROWS)('$title', ({ where, chord, at }) => {
  const input: Pressed = chord.startsWith('wheel-')
    ? { kind: 'mouse', chord, row: 5, column: 5 }
    : [...chord].length === 1
      ? { kind: 'text', text: chord }
      : { kind: 'key', chord };
  expect(ACTS[where](marked(at), input)).toEqual([{ type: 'quit' }]);
});

test('keys that are bound anew hold, and the hints and the help say them', async () => {
  const { table, problems } = boundKeys(
    [
      ['step-on', 'f9'],
      ['play', 'P'],
      ['redraw', 'f8'],
    ].map(([name = '', chord = '']) => ({ name, chords: [chord], at: 'keys:1' })),
  );
  expect(problems).toEqual([]);
  const traveller = (await Traveller.of(ASKED, SIZE)).read();
  traveller.travel = { ...traveller.travel, keys: table };
  expect(traveller.keys('n<right><f9><f8>').travel.record).toBe(3);
  expect(traveller.acts).toEqual([{ type: 'redraw' }]);
  expect(traveller.rows().at(-1)).toMatch(/P plays · \? keys$/);
  const help = traveller.keys('?').rows();
  expect(help.filter((row) => /^ {2}(F8|F9) /.test(row)).map((row) => row.trim().replace(/ +/g, ' '))).toEqual([
    'F9 the next step: an event and what followed from it',
  ]);
});
