import { estimateTokens } from '@tagma/core';
import { expect, test } from 'vitest';
import { saidWith } from '../src/piped.ts';
import { pipedIn } from '../src/piped-in.ts';

const NOTE = 'this is what the user has piped in, beside his prompt';
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');

test('all of it where it fits', () => {
  expect(pipedIn('a\nb\n', 8_000)).toEqual({
    ...{ kind: 'input', path: '', text: 'a\nb', notes: [NOTE], isCut: false, problem: null },
    lines: { from: 1, to: 2, of: 2 },
  });
});

test.each<[string, string, number]>([
  ['many lines', numbered(20_000), 8_000],
  ['many lines for a window that is not known', numbered(100_000), 0],
  ['one long line', `{"a":"${'x y '.repeat(100_000)}"}`, 8_000],
  ['some long lines', `${'x y '.repeat(20_000)}\n`.repeat(20), 8_000],
  ['characters of two units', '𝒳'.repeat(200_000), 2_000],
])('its beginning and its end of %s', (_, input, windowTokens) => {
  const { text, isCut, notes, lines } = pipedIn(input, windowTokens);
  expect([isCut, notes.length, lines?.of]).toEqual([true, 2, input.replace(/\n$/, '').split('\n').length]);
  const tokensMax = (windowTokens || 8_192) * 0.4;
  expect(estimateTokens(text)).toBeLessThanOrEqual(tokensMax);
  expect(text.length).toBeGreaterThan(100);
  expect(text).toBe(Buffer.from(text).toString());
  expect(text.slice(0, 5)).toBe(input.slice(0, 5));
});

test('both ends are there', () => {
  const { text } = pipedIn(numbered(20_000), 8_000);
  expect([text.startsWith('line 1\nline 2\n'), text.includes('\n…\n'), text.endsWith('\nline 20000')]).toEqual([
    ...[true, true, true],
  ]);
});

test.each<[string, string | undefined, string, ReturnType<typeof saidWith>]>([
  ['both', 'why?', 'log', { prompt: 'why?', input: 'log' }],
  ['a prompt alone', 'why?', '', { prompt: 'why?', input: '' }],
  ['what is piped in is the prompt', undefined, 'why?', { prompt: 'why?', input: '' }],
  ['beside a blank one', ' ', 'why?', { prompt: 'why?', input: '' }],
  ['neither', undefined, '', { prompt: undefined, input: '' }],
])('%s', (_, given, piped, said) => {
  expect(saidWith(given, piped)).toEqual(said);
});
