import { countTokens as countBefore } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../src/index.ts';
import { CODE, PROSE } from './sample-texts.ts';

const ROWS = Object.entries({ ...PROSE, ...CODE });

/** In percent of what the encoder counts; negative where too few are estimated. */
function errorOf(text: string, counted: number): number {
  return (100 * (estimateTokens(text) - counted)) / counted;
}

describe('what is estimated, against an encoder', () => {
  test.each(ROWS)('of %s: within 15 % of o200k_base', (_, text) => {
    expect(Math.abs(errorOf(text, countTokens(text)))).toBeLessThan(15);
  });

  // It takes more tokens for all scripts but the Latin one: what an endpoint counts itself corrects the estimate.
  test.each(Object.entries(CODE).concat([['English', PROSE.English ?? '']]))(
    'of %s: within 15 % of cl100k_base too',
    (_, text) => {
      expect(Math.abs(errorOf(text, countBefore(text)))).toBeLessThan(15);
    },
  );

  test('of all of them together: within 5 %', () => {
    const all = ROWS.map(([, text]) => text).join('\n\n');
    expect(Math.abs(errorOf(all, countTokens(all)))).toBeLessThan(5);
  });
});

describe('what a text is estimated at', () => {
  test.each([
    ['nothing', '', 0],
    ['a blank', ' ', 0],
    ['Chinese and English mixed', '读取 file.ts', 5],
    ['one word', 'word', 2],
    ['a word in capitals', 'WORD', 2],
    ['two words', 'two words', 3],
    ['digits in groups of three', '123456789', 5],
    ['an indentation, however deep', `${' '.repeat(40)}x`, 4],
    ['lines without anything', '\n'.repeat(500), 26],
    ['a line of signs', '='.repeat(40), 4],
    ['half of a pair of surrogates', '\ud83d', 1],
  ])('%s', (_, text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  test('does not fall when a text grows', () => {
    for (const [, text] of ROWS) {
      const sizes = Array.from(text, (_, at) => estimateTokens(text.slice(0, at)));
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    }
  });
});
