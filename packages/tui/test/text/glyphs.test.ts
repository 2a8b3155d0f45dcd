import { expect, test } from 'vitest';
import { beginningOf, endOf } from '../../src/text/glyphs.ts';

test.each([
  ['what fits', 'tagma', 5, 'tagma', 'tagma'],
  ['one sign too many', 'tagma', 4, 'tag…', '…gma'],
  ['a wide sign that half fits', '日本語', 4, '日…', '…語'],
  ['a family is not taken apart', 'a👨‍👩‍👧b', 3, 'a…', '…b'],
  ['nothing at all', '', 3, '', ''],
])('%s: a beginning and an end of %j on %d columns', (_title, text, columns, beginning, end) => {
  expect([beginningOf(text, columns), endOf(text, columns)]).toEqual([beginning, end]);
});
