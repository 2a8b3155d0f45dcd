/**
 * A model that does the same again, with the same result, and again: it is told once, and then the turn ends, so that the person
 * decides. Doing the same with another result (a test that is run after each edit) is no repetition.
 */
import type { OutcomeStatus } from '@tagma/protocol';
import { digestText, digestTo, NO_DIGEST } from './digest.ts';
import type { CallRef } from './effects.ts';

export type Repetition = {
  /** A digest of what the last reply did, and of what came of it. */
  readonly mark: string;
  /** How many replies in a row did so. */
  readonly times: number;
};

type Done = {
  readonly ref: CallRef;
  readonly answer: { readonly status: OutcomeStatus; readonly content: string } | null;
};

/** The model is told when it has done the same so often; and so often ends the turn. */
export const REPEATS_TOLD = 3;
export const REPEATS_MAX = 5;

/** With the calls of one reply more, all answered. */
export function repeatedBy(before: Repetition | null, calls: readonly Done[]): Repetition {
  const done = calls.map(({ ref, answer }) => [ref.tool, ref.params, answer?.status, answer?.content]);
  const mark = digestText(digestTo(NO_DIGEST, [{ role: 'user', content: JSON.stringify(done) }], 1));
  return { mark, times: before?.mark === mark ? before.times + 1 : 1 };
}

/** What the model is told, once; null where there is nothing to be said. */
export function warningOf({ times }: Repetition): string | null {
  if (times !== REPEATS_TOLD) return null;
  return `You have done the same ${times} times in a row, with the same result. Do something else, or finish and say what is in the way.`;
}
