import { describe, expect, test } from 'vitest';
import { type Composer, composed } from '../../src/composer/composer.ts';
import { rowsAround, vertical } from '../../src/composer/rows.ts';
import { draft, shown } from './draft.ts';

const moves: readonly (readonly [title: string, before: string, rows: -1 | 1, after: string | null])[] = [
  ['up a line', 'abc\nde|f', -1, 'ab|c\ndef'],
  ['up to a shorter line', 'a\ndef|', -1, 'a|\ndef'],
  ['down a row of the same line', 'a|bcdefgh', 1, 'abcdef|gh'],
  ['into the left half of a wide sign', '中文\na|b', -1, '|中文\nab'],
  ['up at the top', 'a|b', -1, null],
  ['down at the bottom', 'a|b', 1, null],
];
test.each(moves)('%s', (_, before, by, after) => {
  const moved = vertical(draft(before), 5, by);
  expect(moved && shown(moved)).toBe(after);
});

test('a row of moves keeps to its column', () => {
  const passed: string[] = [];
  let composer = draft('abc|d\n\nxyz!');
  for (const by of [1, 1, -1, -1] as const) {
    composer = vertical(composer, 20, by) ?? composer;
    passed.push(shown(composer));
  }
  expect(passed).toEqual(['abcd\n|\nxyz!', 'abcd\n\nxyz|!', 'abcd\n|\nxyz!', 'abc|d\n\nxyz!']);
});

describe('the rows around the caret', () => {
  function rows(composer: Composer, width: number, rowsMax: number) {
    const { rows, caret, above, below } = rowsAround(composer, width, rowsMax);
    return [rows.map(({ start, end }) => composer.text.slice(start, end)), [caret.row, caret.column], above, below];
  }

  const TEN = Array.from({ length: 10 }, (_, index) => `${index}`).join('\n');

  test.each([
    ['break at any sign', 'abcdé|中x\n', 5, 9, [['abcdé', '中x', ''], [1, 0], false, false]],
    ['have one for what is blank', '|', 5, 9, [[''], [0, 0], false, false]],
    ['have one for a line that is', 'a\n|', 5, 9, [['a', ''], [1, 0], false, false]],
    ['break a line that is full', 'abcdefgh|', 4, 9, [['abcd', 'efgh'], [1, 4], false, false]],
    ['are those at the beginning', TEN.replace('1', '1|'), 5, 3, [['0', '1', '2'], [1, 1], false, true]],
    ['are those around the caret', TEN.replace('5', '5|'), 5, 3, [['4', '5', '6'], [1, 1], true, true]],
    ['are those at the end', `${TEN}|`, 5, 3, [['7', '8', '9'], [2, 1], true, false]],
    ['are those of one long line', `abcd${'|'}efghijkl`, 2, 3, [['cd', 'ef', 'gh'], [1, 0], true, true]],
  ])('%s', (_, written, width, rowsMax, expected) => {
    expect(rows(draft(written), width, rowsMax)).toEqual(expected);
  });

  test('count a chip by its words, and cut them where a row is too narrow', () => {
    const one = draft('ab①|');
    expect(rowsAround(one, 80, 9).caret).toEqual({ row: 0, column: 'ab[pasted 1: 20 lines, 370 B]'.length });
    expect(rowsAround(one, 20, 9).caret).toEqual({ row: 1, column: 20 });
  });

  test('of a line without an end are those of its stretch, and meet at the edges of signs', () => {
    const family = '👩‍👩‍👧';
    const long = composed(`ä${family.repeat(5_000)}`);
    const seen = new Set<string>();
    for (let caret = 0; caret <= long.text.length; caret += 1 + family.length * 499) {
      const { rows, above, below } = rowsAround({ ...long, caret }, 20, 3);
      for (const [index, row] of rows.entries()) {
        const text = long.text.slice(row.start, row.end);
        seen.add(text.replace('ä', '').replaceAll(family, ''));
        if (index > 0) expect(row.start).toBe(rows[index - 1]?.end);
      }
      expect([above, below]).toEqual([(rows[0]?.start ?? 0) > 0, (rows.at(-1)?.end ?? 0) < long.text.length]);
    }
    expect([...seen]).toEqual(['']);
  });

  test('at the edge of a stretch are on both sides of it', () => {
    const long = { ...composed('x'.repeat(10_000)), caret: 4_000 };
    expect(rows(long, 1_000, 3)).toEqual([Array.from({ length: 3 }, () => 'x'.repeat(1_000)), [1, 0], true, true]);
    expect(rowsAround(composed('x'.repeat(8_000)), 1_000, 9).caret).toEqual({ row: 7, column: 1_000 });
    expect(rows({ ...long, caret: 10_000 }, 3_000, 9)).toEqual([
      [3_000, 1_000, 3_000, 1_000, 2_000].map((length) => 'x'.repeat(length)),
      [4, 2_000],
      false,
      false,
    ]);
  });

  test('cost as little in a long draft as in a short one', () => {
    const line = 'größer als 中文 und so weiter\n';
    const long = composed(line.repeat(10_000));
    const middle = { ...long, caret: line.length * 5_000 };
    expect(rows(middle, 80, 3)).toEqual([Array.from({ length: 3 }, () => line.trimEnd()), [1, 0], true, true]);
  });
});
