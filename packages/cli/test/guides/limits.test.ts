import { estimateTokens, type Guide } from '@tagma/core';
import { expect, test } from 'vitest';
import { fitted, NOTHING_TOLD } from '../../src/guides/limits.ts';

const guide = (text: string): Guide => ({ path: 'AGENTS.md', text, isCut: false, problem: null });
const LONG = 'A rule of this house.\n'.repeat(2_000);

test.each([
  ['a short one, whole', 'Be brief.', 8_000, [9, false]],
  ['8 KB of one, in whole lines, at a large window', LONG, 200_000, [8_183, true]],
  ['characters of several bytes are not torn', '字'.repeat(5_000), 200_000, [2_730, true]],
])('%s', (_, text, windowTokens, shown) => {
  const { guide: told } = fitted(guide(text), NOTHING_TOLD, windowTokens);
  expect([told.text.length, told.isCut]).toEqual(shown);
});

test.each([8_000, 0])('a share of a small window, or one that is not known: %s', (windowTokens) => {
  const { guide: told } = fitted(guide(LONG), NOTHING_TOLD, windowTokens);
  expect([estimateTokens(told.text) <= 512, estimateTokens(told.text) > 450, told.isCut]).toEqual([true, true, true]);
});

test('of several together 16 KB; what has no room is named', () => {
  let told = NOTHING_TOLD;
  const lengths = [1, 2, 3].map(() => {
    const next = fitted(guide(LONG), told, 200_000);
    told = next.told;
    return [next.guide.text.length, next.guide.problem === null];
  });
  expect(lengths).toEqual([
    [8_183, true],
    [8_183, true],
    [0, false],
  ]);
  const { guide: last } = fitted(guide(LONG), { bytes: 16_384, tokens: 4_000 }, 200_000);
  expect([last.text, last.problem]).toEqual(['', expect.stringContaining('has filled the room')]);
  expect(fitted(guide(LONG), { bytes: 100, tokens: 990 }, 8_000).guide.problem).toContain('has filled the room');
});

test('what could not be read takes no room', () => {
  const refused = { ...guide(''), problem: 'It is not shown.' };
  expect(fitted(refused, NOTHING_TOLD, 8_000)).toEqual({ guide: refused, told: NOTHING_TOLD });
});
