/** Two recorded sessions beside each other. */
import { join } from 'node:path';
import { diffHistories, type HistoryDiff } from '@tagma/history';
import { describe, expect, test } from 'vitest';
import type { Size } from '../../../src/text/cells.ts';
import { openPair } from '../../../src/travel/pair/open-pair.ts';
import { type Pair, type PairAct, startPair } from '../../../src/travel/pair/pair.ts';
import { pressPair } from '../../../src/travel/pair/press.ts';
import { blockCount, blockRows, movedBy } from '../../../src/travel/pair/rows.ts';
import { viewPair } from '../../../src/travel/pair/view.ts';
import { fakeTerminal } from '../../fake-terminal.ts';
import { HISTORIES } from '../../traveller.ts';

const [DONE, PLANNED] = ['a-task-done', 'asked-and-planned'].map((name) => join(HISTORIES, `golden/${name}.xml`)) as [
  string,
  string,
];
const WIDE: Size = { columns: 110, rows: 14 };

async function compared(a: string, b: string): Promise<HistoryDiff> {
  const diff = await diffHistories(a, b);
  if (!diff.ok) throw new Error(diff.error.message);
  return diff;
}

/** Chords in angle brackets, all else as single letters. */
function pressed(pair: Pair, script: string): { pair: Pair; acts: PairAct[] } {
  const acts: PairAct[] = [];
  let model = pair;
  for (const part of script.match(/<[^>]+>|[^<]/gu) ?? []) {
    const next = pressPair(
      model,
      /^<.+>$/.test(part) ? { kind: 'key', chord: part.slice(1, -1) } : { kind: 'text', text: part },
    );
    model = next.model;
    acts.push(...next.acts);
  }
  return { pair: model, acts };
}

const rows = (pair: Pair) =>
  viewPair(pair)
    .rows.slice(1)
    .map((row) =>
      row
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );

test('it opens where they part, and says what differs', async () => {
  expect(rows(startPair(await compared(DONE, PLANNED), WIDE))).toMatchInlineSnapshot(`
    [
      " ≠        turn 1 · reply 1 · records 3–16                  │ turn 1 · reply 1 · records 3–12",
      "          said, thought, action, decision and outcome differ · first in prompt.given, text (record 3, 3)",
      "≠said     fix a.ts                                         │ serve it",
      "≠thought  I look.                                          │",
      "≠action   read                                             │ ask",
      "          path: a.ts                                       │ question: Which port?",
      "                                                           │ options: ["80","8080"]",
      "≠decision allow: mode default: reading in the project is   │",
      "          allowed                                          │",
      "≠outcome  ok                                               │ ok",
      "          let a = 1;                                       │ neither: 81 & <up>",
      " said, thought, action, decision and outcome differ · first in prompt.given, text (record 3, 3)",
      " round 1 of 6 · difference 1 of 6                                                    n p differences · ? keys",
    ]
  `);
});

test('where there is no room side by side, one stands below the other', async () => {
  expect(rows(startPair(await compared(DONE, PLANNED), { columns: 60, rows: 16 }))).toMatchInlineSnapshot(`
    [
      " ≠          turn 1 · reply 1 · records 3–16",
      "          said, thought, action, decision and outcome differ",
      "          · first in prompt.given, text (record 3, 3)",
      "≠said     ◂ fix a.ts",
      "          ▸ serve it",
      "≠thought  ◂ I look.",
      "          ▸",
      "≠action   ◂ read",
      "          ◂ path: a.ts",
      "          ▸ ask",
      "          ▸ question: Which port?",
      "          ▸ options: ["80","8080"]",
      "≠decision ◂ allow: mode default: reading in the project is",
      " said, thought, action, decision and outcome differ · first",
      " round 1 of 6 · difference 1 of 6  n p differences · ? keys",
    ]
  `);
});

test('the same session twice', async () => {
  const pair = startPair(await compared(DONE, DONE), WIDE);
  expect([pair.top.block, rows(pair).at(-2), pressed(pair, 'n').pair.notice]).toEqual([
    0,
    ' both took the same course',
    'Both took the same course.',
  ]);
});

test.each<[string, string, number]>([
  ['the next that differs', 'n', 2],
  ['and back', 'nnp', 2],
  ['past the last one', 'nnnnnnnn', 6],
  ['before the first one', 'p', 1],
  ['a round on', ']', 2],
  ['what both ran on', '<home>', 0],
  ['the last round', '<end>', 6],
])('%s', async (_title, keys, block) => {
  expect(pressed(startPair(await compared(DONE, PLANNED), WIDE), keys).pair.top).toEqual({ block, row: 0 });
});

test('one of the two is looked at alone, from the round that is shown', async () => {
  const pair = startPair(await compared(DONE, PLANNED), WIDE);
  expect(pressed(pair, '1').acts).toEqual([{ type: 'open', side: 'a', record: 3 }]);
  expect(pressed(pair, 'n2').acts).toEqual([{ type: 'open', side: 'b', record: pair.diff.rounds[1]?.b?.from }]);
});

describe('scrolling', () => {
  test.each([40, 60, 110, 200])('at %i columns every row is passed once, down and up', async (columns) => {
    const diff = await compared(DONE, PLANNED);
    const all = Array.from({ length: blockCount(diff) }, (_, block) => blockRows(diff, block, columns).length);
    const last = all.reduce((sum, length) => sum + length, 0) - 1;
    let pair: Pair = { ...startPair(diff, { columns, rows: 20 }), top: { block: 0, row: 0 } };
    const passed = [pair.top];
    for (let row = 0; row < last; row++) {
      pair = { ...pair, top: movedBy(pair, 1) };
      passed.push(pair.top);
    }
    expect(passed).toEqual(all.flatMap((length, block) => Array.from({ length }, (_, row) => ({ block, row }))));
    expect(movedBy(pair, 1)).toEqual(pair.top);
    expect(movedBy(pair, -last)).toEqual({ block: 0, row: 0 });
    expect(movedBy({ ...pair, top: { block: 0, row: 0 } }, last)).toEqual(pair.top);
  });
});

test('on a terminal it comes back to where it was left to look at one alone', async () => {
  const diff = await compared(DONE, PLANNED);
  const first = fakeTerminal(120, 20);
  const left = openPair({ ...first, env: {} }, diff);
  first.type('n');
  await first.until((shown) => shown.join('\n').includes('difference 2 of'));
  first.type('1');
  const leaving = await left;
  expect(leaving).toMatchObject({ kind: 'open', side: 'a', place: { block: 2, row: 0 } });
  const again = fakeTerminal(120, 20);
  const leftAgain = openPair({ ...again, env: {} }, diff, { block: 2, row: 0 });
  await again.until((shown) => shown.join('\n').includes('difference 2 of'));
  again.type('q');
  expect(await leftAgain).toEqual({ kind: 'quit', interrupted: false });
});

test('the keys scroll where there is no room for all; any other key closes them, and does what they say', async () => {
  const pair = startPair(await compared(DONE, PLANNED), { columns: 60, rows: 12 });
  const { pair: opened } = pressed(pair, '?');
  expect(rows(opened).some((row) => row.includes('leave'))).toBe(false);
  const { pair: end } = pressed(opened, '<end>');
  expect(rows(end).slice(0, -2)).toEqual(expect.arrayContaining([expect.stringMatching(/^ {2}q, Ctrl\+C +leave$/)]));
  expect(rows(end).at(-1)).toMatch(/Down Up scroll · Esc closes$/);
  expect(end.top).toEqual(pair.top);
  expect(pressed(end, '<home>').pair).toEqual(opened);
  expect(pressed(end, 'n').pair).toEqual(pressed(pair, 'n').pair);
});
