import { expect, test } from 'vitest';
import { beginningOf, endOf } from '../src/index.ts';

test.each<[title: string, text: string, length: number, beginning: string, end: string]>([
  ['a text that is short enough', 'abc', 3, 'abc', 'abc'],
  ['a longer one', 'abcd', 2, 'ab', 'cd'],
  ['a pair at the border stays out', 'a😀b', 2, 'a', 'b'],
  ['a pair within stays', '😀ab😀', 4, '😀ab', 'ab😀'],
  ['nothing', 'abc', 0, '', ''],
])('%s', (_title, text, length, beginning, end) => {
  expect([beginningOf(text, length), endOf(text, length)]).toEqual([beginning, end]);
});
