/** Whoever limits the cost learns at once where it cannot be known. */
import { NO_MODEL } from '@tagma/core';
import { expect, test } from 'vitest';
import { aboutUnknownCost } from '../../src/preparing/about-cost.ts';

const PRICED = { ...NO_MODEL, model: 'paid', prices: { input: 1, output: 2 } };
const FREE = { ...NO_MODEL, model: 'free', prices: { input: 0, output: 0 } };
const UNKNOWN = { ...NO_MODEL, model: 'new\u001b' };

test.each<
  [
    title: string,
    limits: Parameters<typeof aboutUnknownCost>[0],
    models: Parameters<typeof aboutUnknownCost>[1],
    says: RegExp | null,
  ]
>([
  ['no limit', { maxCost: 0, maxPromptCost: 0 }, [UNKNOWN], null],
  ['prices that are known', { maxCost: 1, maxPromptCost: 1 }, [PRICED, FREE], null],
  [
    'one that is not',
    { maxCost: 1, maxPromptCost: 0 },
    [PRICED, UNKNOWN],
    /^--max-cost: no prices are known of new␛\. The limit holds only if/,
  ],
  [
    'a limit of a prompt',
    { maxCost: 0, maxPromptCost: 1 },
    [UNKNOWN, UNKNOWN],
    /^--max-prompt-cost: no prices are known of new␛, new␛\./,
  ],
])('%s', (_title, limits, models, says) => {
  expect(aboutUnknownCost(limits, models)).toEqual(says === null ? null : expect.stringMatching(says));
});
