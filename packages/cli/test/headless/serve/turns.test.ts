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
const waits = (number: number) => take('prompt', { waits: true, number });
const taken = (number: number) => take('prompt_taken', { number });
const withdrawn = (number: number) => take('prompt_withdrawn', { number });

test.each<
  readonly [title: string, steps: readonly Step[], answered: readonly (readonly number[])[], left: readonly number[]]
>([
  ['a prompt', [said(1), take('prompt'), result], [[1]], []],
  ['one after the other', [said(1), take('prompt'), result, said(2), take('prompt'), result], [[1], [2]], []],
  ['one waits for the other', [said(1), said(2), take('prompt'), waits(7), result, taken(7), result], [[1], [2]], []],
  [
    'a steer is nobody’s turn',
    [
      said(1),
      take('prompt'),
      take('prompt', { steers: true, waits: true, number: 1 }),
      take('prompt_taken', { steers: true, number: 1 }),
      result,
    ],
    [[1]],
    [],
  ],
  [
    'what waited goes with the next, after a turn that came to no answer',
    [said(1), take('prompt'), said(2), waits(7), result, said(3), take('prompt'), result],
    [[1], [2, 3]],
    [],
  ],
  [
    'also with a steer that begins it',
    [said(1), take('prompt'), said(2), waits(7), result, take('prompt', { steers: true }), result],
    [[1], [2]],
    [],
  ],
  [
    'one that waits is taken back, and the next is taken up',
    [said(1), take('prompt'), said(2), waits(7), said(3), waits(8), withdrawn(7), result, taken(8), result],
    [[1], [3]],
    [],
  ],
  ['a turn that goes on', [(turns) => turns.awaited('resume', 4), result], [[4]], []],
  ['one that is not carried out', [said(1), (turns) => turns.dropped(1), result], [[]], []],
  ['the end', [said(1), take('prompt'), said(2), waits(7), said(3)], [], [1, 2, 3]],
])('%s', (_, steps, answered, left) => {
  const turns = createTurns<number>();
  const told = steps.map((step) => (step === result ? { answered: step(turns) } : void step(turns)));
  expect(told.flatMap((one) => (one ? [one.answered] : []))).toEqual(answered);
  expect(turns.left()).toEqual(left);
});
