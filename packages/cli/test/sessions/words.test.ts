import { expect, test } from 'vitest';
import { shownBytes, shownCost, shownCount, shownTime } from '../../src/sessions/words.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [4242, '4.2 kB'],
  [99_499, '99 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [2.5e9, '2.5 GB'],
  [5e15, '5000 TB'],
])('%d bytes', (bytes, expected) => {
  expect(shownBytes(bytes)).toBe(expected);
});

test.each([
  [812, '812'],
  [45_000, '45k'],
  [1_250_000, '1.3M'],
])('%d tokens', (count, expected) => {
  expect(shownCount(count)).toBe(expected);
});

test.each([
  [null, ''],
  [0, '0.00'],
  [0.00423, '0.0042'],
  [14.549999999997375, '14.55'],
])('a cost of %s', (cost, expected) => {
  expect(shownCost(cost)).toBe(expected);
});

test('a time of these months, and one of long ago', () => {
  const at = new Date(2026, 10, 3, 9, 5).getTime();
  expect(shownTime(at, at)).toBe('Nov  3 09:05');
  expect(shownTime(at, new Date(2028, 0, 1).getTime())).toBe('Nov  3  2026');
});
