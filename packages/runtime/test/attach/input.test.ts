import { estimateTokens } from '@tagma/core';
import { expect, test } from 'vitest';
import { fittedInput, inputAttachment } from '../../src/attach/input.ts';

const NOTE = 'this is what the user has piped in, beside his prompt';
const pipedIn = (input: string, tokensMax: number) => fittedInput(inputAttachment(input), tokensMax);
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');

test('all of it where it fits', () => {
  expect(pipedIn('a\nb\n', 3_200)).toEqual({
    ...{ kind: 'input', path: '', text: 'a\nb', notes: [NOTE], isCut: false, problem: null },
    lines: { from: 1, to: 2, of: 2 },
  });
});

test.each<[string, string, number]>([
  ['many lines', numbered(20_000), 3_200],
  ['one long line', `{"a":"${'x y '.repeat(100_000)}"}`, 3_200],
  ['some long lines', `${'x y '.repeat(20_000)}\n`.repeat(20), 3_200],
  ['characters of two units', '𝒳'.repeat(200_000), 800],
])('its beginning and its end of %s', (_, input, tokensMax) => {
  const { text, isCut, notes, lines } = pipedIn(input, tokensMax);
  expect([isCut, notes.length, lines?.of]).toEqual([true, 2, input.replace(/\n$/, '').split('\n').length]);
  expect(estimateTokens(text)).toBeLessThanOrEqual(tokensMax);
  expect(text.length).toBeGreaterThan(100);
  expect(text).toBe(Buffer.from(text).toString());
  expect(text.slice(0, 5)).toBe(input.slice(0, 5));
});

test('both ends are there', () => {
  const { text } = pipedIn(numbered(20_000), 3_200);
  expect([text.startsWith('line 1\nline 2\n'), text.includes('\n…\n'), text.endsWith('\nline 20000')]).toEqual([
    ...[true, true, true],
  ]);
});

test('what was cut before stays as it is', () => {
  const cut = pipedIn(numbered(20_000), 3_200);
  expect(fittedInput(cut, 100)).toBe(cut);
});
