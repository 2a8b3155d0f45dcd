import { estimateTokens } from '@tagma/core';
import { expect, test } from 'vitest';
import { fittingLines, fittingText, type Room, roomFor, sharesOf } from '../../src/attach/fitting.ts';

test.each<[string, readonly number[], number, readonly number[]]>([
  ['all fit', [10, 20], 100, [10, 20]],
  ['the small ones whole, the rest in equal parts', [500, 10, 700], 210, [100, 10, 100]],
  ['none', [], 100, []],
  ['nothing is left', [5, 5], 0, [0, 0]],
])('%s', (_, sizes, total, shares) => {
  expect(sharesOf(sizes, total)).toEqual(shares);
});

const MANY = 1_000_000;

test.each<[string, number, Room, Room]>([
  ['files, of a window that is not known', 0, { input: 0, files: MANY }, { input: 0, files: 2_048 }],
  ['files, of a small one', 2_000, { input: 0, files: MANY }, { input: 0, files: 500 }],
  ['files, of one of 8k', 8_192, { input: 0, files: 10 }, { input: 0, files: 2_048 }],
  ['files, of a large one', 1_000_000, { input: 0, files: MANY }, { input: 0, files: 32_000 }],
  ['what was piped in', 8_000, { input: MANY, files: 0 }, { input: 3_200, files: 0 }],
  ['both, where both are long', 8_000, { input: MANY, files: MANY }, { input: 1_600, files: 1_600 }],
  ['a long one, and short files', 8_000, { input: MANY, files: 100 }, { input: 3_100, files: 100 }],
  ['a short one, and long files', 8_000, { input: 1_500, files: MANY }, { input: 1_500, files: 1_700 }],
  ['a very short one, and long files', 8_000, { input: 10, files: MANY }, { input: 10, files: 2_000 }],
])('the room for %s', (_, windowTokens, sizes, room) => {
  expect(roomFor(windowTokens, sizes)).toEqual(room);
});

test.each<[string, string, number]>([
  ['whole lines', 'one two three\n'.repeat(100), 50],
  ['a line that is too long for it', 'x'.repeat(10_000), 50],
  ['nothing at all', 'one\ntwo', 0],
  ['Chinese', '中文'.repeat(1_000), 20],
])('what fits of %s', (_, text, tokens) => {
  const fitting = fittingText(text, tokens);
  expect(text.startsWith(fitting)).toBe(true);
  expect(estimateTokens(fitting)).toBeLessThanOrEqual(tokens);
  expect(fitting.length).toBeGreaterThanOrEqual(tokens > 0 ? 10 : 0);
});

test('lines that fit', () => {
  expect([fittingLines('a\nb\nc', 1_000), fittingLines('a\nb\nc', 0)]).toEqual([3, 0]);
});
