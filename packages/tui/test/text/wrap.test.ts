import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clustersOf, glyphsOf, widthOf } from '../../src/text/glyphs.ts';
import { line } from '../../src/text/line.ts';
import { wrap, wrapGlyphs } from '../../src/text/wrap.ts';

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

test('plain text wraps in one way, whichever way it is done', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bc', ' ', '  ', 'word', '.'), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 12 }), (value, width) => {
      const long = line([value, 'text']);
      fc.pre(value.length > width);
      expect(wrap(long, width).map((row) => row.map((span) => span.text).join(''))).toEqual(
        wrapGlyphs(long, width).map((row) => row.map((span) => span.text).join('')),
      );
    }),
    { numRuns: 1_000 },
  );
});

test('a text is cut into the same signs, however long it is', () => {
  const sign = fc.constantFrom(
    'a',
    '1',
    '中',
    'e\u0301',
    '👩‍👩‍👧',
    '🇩🇪',
    '🇩',
    '\u200d',
    '\ufe0f',
    '한',
    '\u1100',
    '\n',
    '\r\n',
    `z${'\u0301'.repeat(100)}`,
  );
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 120 }), (signs) => {
      const text = signs.join('');
      const whole = [...segmenter.segment(text)].map(({ index, segment }) => [index, index + segment.length]);
      expect(clustersOf(text).map(({ start, end }) => [start, end])).toEqual(whole);
    }),
    { numRuns: 300 },
  );
});

test.each([1, 0, -1, -40])('%i columns: a sign to a row, and never without an end', (columns) => {
  const rows = (text: string) =>
    wrap(line([text, 'text']), columns).map((row) => row.map((span) => span.text).join(''));
  expect([rows('ab c'), rows('修a')]).toEqual([
    ['a', 'b', 'c'],
    ['修', 'a'],
  ]);
});
