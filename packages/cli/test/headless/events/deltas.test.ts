import type { PartialReply } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { createDeltas } from '../../../src/headless/events/deltas.ts';

const NOTHING: PartialReply = { thoughts: [], actions: [], final: null, loose: '', over: null };

function told(partials: readonly (readonly [request: number, partial: Partial<PartialReply>])[]) {
  const deltas = createDeltas();
  return partials.flatMap(([request, partial]) =>
    deltas
      .partial({ kind: 'partial', request, partial: { ...NOTHING, ...partial } })
      .map((event) =>
        event.type === 'reply_delta' ? `${event.request} ${event.part} ${event.index}: ${event.text}` : '',
      ),
  );
}

test.each([
  [
    'what is added',
    [
      [1, { thoughts: ['a'] }],
      [1, { thoughts: ['ab'] }],
      [1, { thoughts: ['abc', 'd'], final: '' }],
      [1, { thoughts: ['abc', 'd'], final: 'e' }],
    ],
    ['1 thought 0: a', '1 thought 0: b', '1 thought 0: c', '1 thought 1: d', '1 final 0: e'],
  ],
  [
    'nothing twice',
    [
      [1, { loose: 'a' }],
      [1, { loose: 'a' }],
    ],
    ['1 loose 0: a'],
  ],
  [
    'what was missed',
    [
      [1, { final: 'a' }],
      [1, { final: 'abcd' }],
    ],
    ['1 final 0: a', '1 final 0: bcd'],
  ],
  [
    'another request',
    [
      [1, { final: 'a' }],
      [2, { final: 'ab' }],
    ],
    ['1 final 0: a', '2 final 0: ab'],
  ],
  [
    'half of a character',
    [
      [1, { final: 'a\ud83d' }],
      [1, { final: 'a\ud83d\ude00' }],
    ],
    ['1 final 0: a', '1 final 0: 😀'],
  ],
  [
    'what turns out to be something else',
    [
      [1, { loose: 'ab' }],
      [1, { loose: 'x' }],
      [1, { loose: 'xyz' }],
    ],
    ['1 loose 0: ab'],
  ],
] as const)('%s', (_, partials, expected) => {
  expect(told(partials)).toEqual(expected);
});

test('the output of a call that is not known is not told', () => {
  const { output } = createDeltas();
  const update = { kind: 'output', request: 3, text: 'one' } as const;
  expect([output(update, 2), output(update, undefined)]).toEqual([[{ type: 'call_output', call: 2, text: 'one' }], []]);
});
