import { describe, expect, test } from 'vitest';
import { glyphsOf, widthOf } from '../src/glyphs.ts';
import { line } from '../src/line.ts';
import { wrap } from '../src/wrap.ts';

const widths: readonly (readonly [text: string, width: number])[] = [
  ['abc', 3],
  ['中文', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['1️⃣', 2],
  ['ｱ', 1],
  ['한글', 4],
  ['\x1b[1m', 4],
  // No column of its own: shown by its number.
  ['a\u200bb', 10],
  ['\u0301', 8],
];

test.each(widths)('the width of %j', (text, width) => {
  expect(widthOf(text)).toBe(width);
  expect(glyphsOf(text).reduce((sum, glyph) => sum + glyph.width, 0)).toBe(width);
});

const rows: readonly (readonly [title: string, text: string, width: number, rows: readonly string[]])[] = [
  ['a line that fits', 'one two', 7, ['one two']],
  ['an empty line', '', 7, ['']],
  ['at a blank, which is dropped', 'one two three', 7, ['one two', 'three']],
  ['before a word that does not fit', 'one three', 7, ['one', 'three']],
  ['a word wider than a row', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['a long word after a short one', 'ab cdefghij', 4, ['ab', 'cdef', 'ghij']],
  ['Chinese breaks anywhere, and never in a sign', '中文中文中', 5, ['中文', '中文', '中']],
  ['between Chinese and Latin', '中文abc', 6, ['中文', 'abc']],
  ['a joined emoji stays whole', 'ab👩‍👩‍👧cd', 4, ['ab👩‍👩‍👧', 'cd']],
  ['indentation is kept', '  one two', 6, ['  one', '  two']],
  ['deep indentation leaves half of the row', '        abcdef', 6, ['   abc', '   def']],
  ['a tab goes to the next stop', 'a\tb', 20, ['a   b']],
  ['tabs at the start are indentation', '  \tab cd', 8, ['    ab', '    cd']],
  ['many blanks at the break', 'abc      def', 4, ['abc', 'def']],
  ['a control character is visible', 'a\x1bb c', 4, ['a␛b', 'c']],
];

describe('wrap', () => {
  test.each(rows)('%s', (_, text, width, expected) => {
    const wrapped = wrap(line([text, 'text']), width).map((row) => row.map((span) => span.text).join(''));
    expect(wrapped).toEqual(expected);
  });

  test('roles go with their text', () => {
    expect(wrap(line(['ab ', 'label'], ['cd', 'muted']), 3)).toEqual([line(['ab', 'label']), line(['cd', 'muted'])]);
  });
});
