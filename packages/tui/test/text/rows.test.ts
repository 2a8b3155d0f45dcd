import { expect, test } from 'vitest';
import { GrowingList } from '../../src/text/growing-list.ts';
import { type Line, line } from '../../src/text/line.ts';
import { joinedRows } from '../../src/text/rows.ts';

test('rows put together are counted, read by their places, and gone through', () => {
  const row = (text: string): Line => line([text, 'text']);
  const [a, b, c, d] = [row('a'), row('b'), row('c'), row('d')];
  const rows = joinedRows([a], [], joinedRows(GrowingList.of([b, c]), [d]));
  expect(rows.length).toBe(4);
  expect([-1, 0, 1, 2, 3, 4].map((place) => rows.at(place))).toEqual([undefined, a, b, c, d, undefined]);
  expect([...rows]).toEqual([a, b, c, d]);
});
