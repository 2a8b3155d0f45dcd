import { expect, test } from 'vitest';
import { itemWords } from '../../src/accessible/item-words.ts';
import type { Item } from '../../src/transcript/items.ts';

test.each<[string, Item, readonly string[]]>([
  [
    'what was changed at the gate',
    { kind: 'changed', event: 'tool.ended', by: 'person', lines: ['outcome.status: "ok" became "error"'] },
    [
      'changed: tool.ended, by you',
      '  The machine was told something else than what came.',
      '  outcome.status: "ok" became "error"',
    ],
  ],
  [
    'a request that was too large',
    {
      ...{ kind: 'compaction', how: 'pruned', why: 'overflow', tokensBefore: 900, tokensAfter: 400 },
      ...{ summary: null, repairs: [], problem: null },
    },
    ['compacted: old results shortened, because the request was too large, about 900 tokens before, 400 now'],
  ],
  [
    'what was kept from the machine',
    { kind: 'dropped', event: 'steer.given', by: 'a-guard', lines: ['text: "go on"'] },
    ['dropped: steer.given, by a-guard', '  The machine was not told of it.', '  text: "go on"'],
  ],
])('%s, in words', (_title, item, words) => {
  expect(itemWords(item)).toEqual(words);
});
