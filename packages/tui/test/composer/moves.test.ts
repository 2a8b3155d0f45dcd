import { describe, expect, test } from 'vitest';
import * as moves from '../../src/composer/moves.ts';
import { draft, shown } from './draft.ts';

const FAMILY = '👩‍👩‍👧';

const rows: readonly (readonly [title: string, before: string, move: moves.Move, after: string])[] = [
  ['left over a joined emoji', `a${FAMILY}|`, moves.left, `a|${FAMILY}`],
  ['right over an accent', '|e\u0301x', moves.right, 'e\u0301|x'],
  ['left at the start', '|a', moves.left, '|a'],
  ['left over a newline', 'a\n|b', moves.left, 'a|\nb'],
  ['right over a newline', 'a|\nb', moves.right, 'a\n|b'],
  ['right at the end', 'a|', moves.right, 'a|'],
  ['left over a chip', 'a①|', moves.left, 'a|①'],
  ['right over a chip, never into an emoji beside it', '|①🐀', moves.right, '①|🐀'],
  ['left to the start of what is selected', 'a‸bc|d', moves.left, 'a|bcd'],
  ['right to the end of what is selected', 'a|bc‸d', moves.right, 'abc|d'],
  ['a word left', 'foo bar_1 |', moves.wordLeft, 'foo |bar_1 '],
  ['a word left at the start of one', 'foo |bar', moves.wordLeft, '|foo bar'],
  ['a word left into the line above', 'foo\n|bar', moves.wordLeft, '|foo\nbar'],
  ['a word left is a chip', 'foo ① |', moves.wordLeft, 'foo |① '],
  ['a word left from behind a chip and a word', '①foo|', moves.wordLeft, '①|foo'],
  ['a word left, never into a sign', 'a !\u0301|', moves.wordLeft, 'a |!\u0301'],
  ['a word left over a heart', 'a❤\ufe0f|', moves.wordLeft, 'a|❤\ufe0f'],
  ['a word right', '|  foo, bar', moves.wordRight, '  foo|, bar'],
  ['a word right is a chip', 'foo| ①①', moves.wordRight, 'foo ①|①'],
  ['the start of the line', 'a\nbc|d', moves.lineStart, 'a\n|bcd'],
  ['the start of the first line', 'ab|c', moves.lineStart, '|abc'],
  ['the end of the line', 'a|b\nc', moves.lineEnd, 'ab|\nc'],
  ['the start of the draft', 'a\nb|c', moves.textStart, '|a\nbc'],
  ['the end of the draft', 'a|\nbc', moves.textEnd, 'a\nbc|'],
  ['selecting to the left', 'ab|c', moves.selecting(moves.left), 'a|b‸c'],
  ['selecting further', 'a|b‸c', moves.selecting(moves.left), '|ab‸c'],
  ['selecting back over where it began', 'a|b‸c', moves.selecting(moves.textEnd), 'ab‸c|'],
  ['selecting a word', 'foo bar|', moves.selecting(moves.wordLeft), 'foo |bar‸'],
  ['selecting all', 'a\nb|c', moves.selectAll, '‸a\nbc|'],
  ['a move without selecting ends it', 'a‸b|c', moves.lineEnd, 'abc|'],
];

describe('the caret', () => {
  test.each(rows)('%s', (_, before, move, after) => {
    expect(shown(move(draft(before)))).toBe(after);
  });
});

test('a word of a million letters is passed in pieces, at the edges of its signs', () => {
  const long = draft(`${'👩‍👩‍👧'.repeat(1_000)}|`);
  const { caret } = moves.wordLeft(long);
  expect([caret < long.caret, caret % FAMILY.length]).toEqual([true, 0]);
});
