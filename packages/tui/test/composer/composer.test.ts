import { describe, expect, test } from 'vitest';
import * as edit from '../../src/composer/composer.ts';

/** A text with its caret as `|`. */
function at(text: string): edit.Composer {
  return { text: text.replace('|', ''), caret: text.indexOf('|') };
}

function show({ text, caret }: edit.Composer): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

const rows: readonly (readonly [
  title: string,
  before: string,
  change: (c: edit.Composer) => edit.Composer,
  after: string,
])[] = [
  ['insert', 'a|b', (c) => edit.insert(c, 'xy'), 'axy|b'],
  ['left over a joined emoji', 'a👩‍👩‍👧|', edit.left, 'a|👩‍👩‍👧'],
  ['right over an accent', '|e\u0301x', edit.right, 'e\u0301|x'],
  ['left at the start', '|a', edit.left, '|a'],
  ['left over a newline', 'a\n|b', edit.left, 'a|\nb'],
  ['right over a newline', 'a|\nb', edit.right, 'a\n|b'],
  ['right at the end', 'a|', edit.right, 'a|'],
  ['a word left', 'foo bar_1 |', edit.wordLeft, 'foo |bar_1 '],
  ['a word left at the start of one', 'foo |bar', edit.wordLeft, '|foo bar'],
  ['a word right', '|  foo, bar', edit.wordRight, '  foo|, bar'],
  ['the start of the line', 'a\nbc|d', edit.lineStart, 'a\n|bcd'],
  ['the start of the first line', 'ab|c', edit.lineStart, '|abc'],
  ['the end of the line', 'a|b\nc', edit.lineEnd, 'ab|\nc'],
  ['backspace takes a whole flag', 'a🇩🇪|b', edit.deleteLeft, 'a|b'],
  ['backspace joins lines', 'a\n|b', edit.deleteLeft, 'a|b'],
  ['backspace at the start', '|b', edit.deleteLeft, '|b'],
  ['delete takes a whole sign', 'a|👩‍👩‍👧b', edit.deleteRight, 'a|b'],
  ['delete at the end', 'a|', edit.deleteRight, 'a|'],
  ['a word', 'foo bar|', edit.deleteWordLeft, 'foo |'],
  ['to the start of the line', 'a\nbc|d', edit.deleteToLineStart, 'a\n|d'],
  ['to the start, from there', 'a\n|d', edit.deleteToLineStart, 'a|d'],
  ['to the end of the line', 'a|bc\nd', edit.deleteToLineEnd, 'a|\nd'],
  ['to the end, from there', 'a|\nd', edit.deleteToLineEnd, 'a|d'],
];

describe('composer', () => {
  test.each(rows)('%s', (_, before, change, after) => {
    expect(show(change(at(before)))).toBe(after);
  });

  const moves: readonly (readonly [title: string, before: string, rows: -1 | 1, after: string | null])[] = [
    ['up a line', 'abc\nde|f', -1, 'ab|c\ndef'],
    ['up to a shorter line', 'a\ndef|', -1, 'a|\ndef'],
    ['down a row of the same line', 'a|bcdefgh', 1, 'abcdef|gh'],
    ['into the left half of a wide sign', '中文\na|b', -1, '|中文\nab'],
    ['up at the top', 'a|b', -1, null],
    ['down at the bottom', 'a|b', 1, null],
  ];
  test.each(moves)('%s', (_, before, by, after) => {
    const moved = edit.vertical(at(before), 5, by);
    expect(moved && show(moved)).toBe(after);
  });

  test('rows break at any sign, and the caret is where it types', () => {
    const rows = edit.composerRows('abcdé中x\n', 5);
    expect(rows.map(({ start, end }) => [start, end])).toEqual([
      [0, 5],
      [5, 7],
      [8, 8],
    ]);
    expect(edit.caretPosition({ text: 'abcdé中x\n', caret: 6 }, rows)).toEqual({ row: 1, column: 2 });
    expect(edit.caretPosition({ text: 'abcdé中x\n', caret: 8 }, rows)).toEqual({ row: 2, column: 0 });
  });
});
