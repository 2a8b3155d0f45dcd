/** What a result counts: since the one before, whatever was done meanwhile. */
import { type Emitted, NO_USAGE, type Snapshot, start, type TurnResult, type UsageSum } from '@tagma/core';
import { expect, test } from 'vitest';
import { resultTeller } from '../../../src/headless/events/result.ts';

const DONE: TurnResult = { kind: 'done', text: 'x', unstructured: false, denials: [], madeGood: false };

/** A reply is asked for, the so many-th of the turn. */
const asked = (turn: number) => ({ type: 'model.ask', id: turn, turn, endpoint: '', model: '' }) as Emitted;

/** A session in which so much has been used, in its turn of that number. */
function standing(lastTurn: number, since: Partial<UsageSum>): Snapshot {
  const snapshot = start();
  const usage = { ...snapshot.context.usage, since: { ...NO_USAGE, ...since } };
  return { ...snapshot, context: { ...snapshot.context, lastTurn, usage } } as Snapshot;
}

const PROMPT = { type: 'prompt.given', text: 'x' } as const;
const RESUME = { type: 'resume.requested' } as const;
const COMPACT = { type: 'compact.requested', focus: '' } as const;

test('each turn has its own: tokens, cost and time', () => {
  const teller = resultTeller(() => null);
  const tell = (
    at: number,
    event: typeof PROMPT | typeof COMPACT,
    snapshot: Snapshot,
    ended: readonly TurnResult[],
  ) => {
    const emitted = ended.map((result) => ({ type: 'turn.end', result }) as const);
    teller.step({ kind: 'step', event: { ...event, at }, emitted, snapshot });
    return emitted.flatMap(teller.take);
  };
  tell(1_000, PROMPT, standing(1, {}), []);
  const first = tell(3_000, COMPACT, standing(1, { replies: 1, input: 10, output: 2, cost: 0.1 }), [DONE]);
  tell(9_000, PROMPT, standing(2, { replies: 2, input: 15, output: 3, cost: 0.2, unpriced: 1 }), []);
  const second = tell(9_500, COMPACT, standing(2, { replies: 3, input: 35, output: 5, cost: 0.3, unpriced: 2 }), [
    DONE,
  ]);
  expect(
    [...first, ...second].map(({ duration_ms, usage, total_cost_usd }) => [duration_ms, usage, total_cost_usd]),
  ).toEqual([
    [2_000, expect.objectContaining({ replies: 1, input_tokens: 10, output_tokens: 2 }), 0.1],
    // What was summed up between the turns is in the second.
    [500, expect.objectContaining({ replies: 2, input_tokens: 25, output_tokens: 3, unpriced_replies: 2 }), null],
  ]);
});

test('a turn that was paused is one turn; one that had ended and goes on has a result for the rest', () => {
  const teller = resultTeller(() => null);
  const tell = (at: number, event: typeof PROMPT | typeof RESUME, emitted: readonly Emitted[]) => {
    teller.step({ kind: 'step', event: { ...event, at }, emitted, snapshot: standing(1, {}) });
    return emitted.flatMap(teller.take).map(({ duration_ms, num_turns }) => [duration_ms, num_turns]);
  };
  tell(1_000, PROMPT, [asked(1)]);
  tell(4_000, RESUME, [asked(2)]);
  expect(tell(5_000, RESUME, [{ type: 'turn.end', result: DONE }])).toEqual([[4_000, 2]]);
  tell(8_000, RESUME, [asked(3)]);
  expect(tell(9_000, RESUME, [{ type: 'turn.end', result: DONE }])).toEqual([[1_000, 1]]);
});

test.each([
  [DONE, null, ['success', false, 0]],
  [{ ...DONE, denials: [{ call: 1, tool: 'bash', why: 'no' }] }, null, ['denied', true, 3]],
  [{ ...DONE, denials: [{ call: 1, tool: 'bash', why: 'no' }], madeGood: true }, null, ['success', false, 0]],
  [{ kind: 'uncorrected', message: 'empty' }, null, ['uncorrected', true, 5]],
  [{ kind: 'aborted', by: 'person' }, null, ['aborted', true, 130]],
  [{ kind: 'aborted', by: 'signal' }, 143, ['aborted', true, 143]],
  // The answer was there when the signal came.
  [DONE, 143, ['success', true, 143]],
] as const)('%j, %s', (result, endCode, expected) => {
  const teller = resultTeller(() => endCode);
  const [told] = teller.take({ type: 'turn.end', result });
  expect([told?.subtype, told?.is_error, told?.exit_code]).toEqual(expected);
  expect(teller.exitCode()).toBe(expected[2]);
});

test('a session that is broken has a result, too', () => {
  expect(resultTeller(() => null).broken('the disk is full')).toMatchObject({
    ...{ subtype: 'broken', is_error: true, exit_code: 1, result: 'the disk is full', total_cost_usd: null },
  });
});
