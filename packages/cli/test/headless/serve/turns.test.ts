import type { StreamEvent } from '@tagma/stream';
import { expect, test } from 'vitest';
import { createTurns, type Turns } from '../../../src/headless/serve/turns.ts';

type Step = (turns: Turns<number>) => unknown;

const said =
  (id: number): Step =>
  (turns) =>
    turns.awaited('prompt', id);
const event = (type: string, more: object = {}) =>
  ({ type, steers: false, waits: false, ...more }) as unknown as StreamEvent;
const take =
  (type: string, more: object = {}): Step =>
  (turns) =>
    turns.take(event(type, more)).map(({ id }) => id);
const result = take('result');

test.each<
  readonly [title: string, steps: readonly Step[], answered: readonly (readonly number[])[], left: readonly number[]]
>([
  ['a prompt', [said(1), take('prompt'), result], [[1]], []],
  ['one after the other', [said(1), take('prompt'), result, said(2), take('prompt'), result], [[1], [2]], []],
  [
    'one waits for the other',
    [said(1), said(2), take('prompt'), take('prompt', { waits: true }), result, take('prompt_taken'), result],
    [[1], [2]],
    [],
  ],
  [
    'a steer is nobody’s turn',
    [
      said(1),
      take('prompt'),
      take('prompt', { steers: true, waits: true }),
      take('prompt_taken', { steers: true }),
      result,
    ],
    [[1]],
    [],
  ],
  [
    'what waited goes with the next, after a turn that came to no answer',
    [said(1), take('prompt'), said(2), take('prompt', { waits: true }), result, said(3), take('prompt'), result],
    [[1], [2, 3]],
    [],
  ],
  ['a turn that goes on', [(turns) => turns.awaited('resume', 4), result], [[4]], []],
  ['what has nothing to wait for', [(turns) => turns.awaited('abort', 4), result], [[]], []],
  ['one that is not carried out', [said(1), (turns) => turns.dropped(1), result], [[]], []],
  ['the end', [said(1), take('prompt'), said(2), take('prompt', { waits: true }), said(3)], [], [1, 2, 3]],
])('%s', (_, steps, answered, left) => {
  const turns = createTurns<number>();
  const told = steps.map((step) => (step === result ? { answered: step(turns) } : void step(turns)));
  expect(told.flatMap((one) => (one ? [one.answered] : []))).toEqual(answered);
  expect(turns.left()).toEqual(left);
});
