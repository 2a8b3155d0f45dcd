import { estimateTokens } from '@tagma/core';
import { expect, test } from 'vitest';
import { attachedTokens, fittingLines, fittingText, sharesOf } from '../../src/attach/fitting.ts';

test.each<[string, readonly number[], number, readonly number[]]>([
  ['all fit', [10, 20], 100, [10, 20]],
  ['the small ones whole, the rest in equal parts', [500, 10, 700], 210, [100, 10, 100]],
  ['none', [], 100, []],
  ['nothing is left', [5, 5], 0, [0, 0]],
])('%s', (_, sizes, total, shares) => {
  expect(sharesOf(sizes, total)).toEqual(shares);
});

test.each([
  ['not known', 0, 2_048],
  ['small', 2_000, 500],
  ['8k', 8_192, 2_048],
  ['large', 1_000_000, 32_000],
])('a window that is %s', (_, windowTokens, tokens) => {
  expect(attachedTokens(windowTokens)).toBe(tokens);
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
