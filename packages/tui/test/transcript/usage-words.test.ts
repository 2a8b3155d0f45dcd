/** What was used up, on one line: `tagma -p` says it so. */
import { NO_USAGE, type UsageSum } from '@tagma/core';
import { expect, test } from 'vitest';
import { aboutUsage } from '../../src/transcript/usage-words.ts';

test.each<[title: string, usage: Partial<UsageSum>, words: string]>([
  ['nothing', {}, ''],
  [
    'what the endpoint says',
    { replies: 1, input: 12_345, output: 67, cost: 0.0123 },
    '1 reply, 12,345 tokens sent, 67 received · cost 0.012, as the endpoint says',
  ],
  [
    'parts of it',
    { replies: 2, input: 9_000, cached: 8_000, cacheWritten: 500, output: 70, reasoning: 60, priced: 2, cost: 0.5 },
    '2 replies, 9,000 tokens sent (8,000 from the cache, 500 put into it), 70 received (60 of them thought) · cost 0.5, by the prices of the model',
  ],
  [
    'all of it estimated',
    { replies: 2, estimated: 2, input: 10, output: 5, unpriced: 2 },
    '2 replies, 10 tokens sent, 5 received · estimated · cost not known',
  ],
  [
    'some of it estimated, and some not known',
    { replies: 3, estimated: 1, input: 10, output: 5, priced: 1, unpriced: 1, cost: 0.25 },
    '3 replies, 10 tokens sent, 5 received · in part estimated (1 of 3 replies) · cost about 0.25, in part by the prices of the model · without 1 of 3 replies, whose cost is not known',
  ],
])('%s', (_title, usage, words) => {
  expect(aboutUsage({ ...NO_USAGE, ...usage })).toBe(words);
});
