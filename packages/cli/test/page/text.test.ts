/** Long texts: what stands there, what is folded, what is left in the file. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folded, foldedBefore, inOneLine } from '../../src/page/text.ts';

const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `line ${index + from}\n`).join('');
const pre = (text: string) => `<pre class="text">\n${text}</pre>`;
const fold = (summary: string, content: string) =>
  `<details class="fold"><summary>${summary}</summary>${content}</details>`;

describe('a text from its beginning', () => {
  test.each([
    ['short', 'a\nb', pre('a\nb')],
    ['that begins with a line break, of which a parser would take one away', '\na', pre('\na')],
    ['a little too long, whole', lines(16), pre(lines(16))],
    ['long, by lines', lines(20), pre(lines(12)) + fold('8 more lines', pre(lines(8, 13)))],
    [
      'long, in one line',
      'x'.repeat(3_000),
      pre('x'.repeat(1_200)) + fold('1,800 more characters', pre('x'.repeat(1_800))),
    ],
    [
      'never cut in the middle of a character',
      `${'x'.repeat(1_199)}😀${'x'.repeat(999)}`,
      pre('x'.repeat(1_199)) + fold('1,001 more characters', pre(`😀${'x'.repeat(999)}`)),
    ],
  ])('%s', (_title, text, markup) => {
    expect(folded(text, 7).markup).toBe(markup);
  });
});

describe('a text from its end', () => {
  test.each([
    ['short', 'a\nb', pre('a\nb')],
    ['long, by lines', lines(20), fold('8 more lines before', pre(lines(8))) + pre(lines(12, 9))],
    [
      'long, in one line',
      `${'y'.repeat(1_800)}${'x'.repeat(1_200)}`,
      fold('1,800 more characters before', pre('y'.repeat(1_800))) + pre('x'.repeat(1_200)),
    ],
  ])('%s', (_title, text, markup) => {
    expect(foldedBefore(text, 7).markup).toBe(markup);
  });
});

test.each([folded, foldedBefore])('what is too long for anybody is left in the file: %o', (fold) => {
  const { markup } = fold('x'.repeat(300_000), 7);
  expect(markup.match(/x/g)?.length).toBe(262_144 + (markup.match(/class="text"/g)?.length ?? 0));
  expect(markup).toContain('<p class="quiet">37,856 more characters stand in record 7 of the history.</p>');
});

test.each([
  ['lines', ' a\n  b ', 10, 'a b'],
  ['of just the length', 'abc', 3, 'abc'],
  ['too long', 'abcd', 3, 'abc…'],
  ['much too long', 'abcdefghi', 3, 'abc…'],
])('on one line: %s', (_title, text, most, expected) => {
  expect(inOneLine(text, most)).toBe(expected);
});

test('nothing of a text is lost or doubled where it is folded', () => {
  const part = fc.constantFrom('a', 'bc ', '\n', '😀', 'x'.repeat(700), 'line\n'.repeat(9));
  const inside = (markup: string) =>
    markup
      .replace(/<summary>.*?<\/summary>/g, '')
      .replace(/<pre class="text">\n/g, '')
      .replace(/<[^>]+>/g, '');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect([folded(text, 1), foldedBefore(text, 1)].map(({ markup }) => inside(markup))).toEqual([text, text]);
    }),
  );
});
