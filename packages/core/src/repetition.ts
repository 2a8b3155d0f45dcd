/**
 * A model that goes in circles: it is told once, and when it goes on all the same the person decides. Doing the same with
 * another result (a test that is run after each edit) is no repetition; asking for the same with another result (a log that is
 * looked at again and again) becomes one later.
 */
import type { Facts, OutcomeStatus } from '@tagma/protocol';
import { digestText, digestTo, NO_DIGEST } from './digest.ts';
import type { CallRef } from './effects.ts';

/** What counts of a call that has been answered. */
type Done = {
  readonly ref: CallRef;
  readonly judgement: { readonly facts: Facts } | null;
  readonly answer: { readonly status: OutcomeStatus; readonly content: string } | null;
};

/** What of the turn so far tells whether it goes in circles. */
export type Repetition = {
  /** Of each of the last replies, a digest of what it did and of what came of it. */
  readonly deeds: readonly string[];
  /** Of each of the last replies, a digest of its text. */
  readonly texts: readonly string[];
  /** Of each successful change of a file, a digest of the call. */
  readonly writes: readonly string[];
  /** Whether the model has been told of a circle that it still goes in. */
  readonly told: boolean;
};

export type Circle = { readonly kind: keyof typeof KINDS; readonly times: number };

/** So often in a row the model is told, and so often it is enough; `what` completes "…, 5 times". */
const KINDS = {
  deed: { told: 3, max: 5, what: 'the same action with the same result' },
  cycle: { told: 3, max: 5, what: 'the same few actions in turn with the same results' },
  write: { told: 3, max: 5, what: 'the same successful change of a file' },
  text: { told: 4, max: 8, what: 'the same reply' },
} as const;

/** The longest cycle that is looked for, in replies. */
const CYCLE_REPLIES_MAX = 3;
const DEEDS_KEPT = CYCLE_REPLIES_MAX * KINDS.cycle.max;
const WRITES_KEPT = 100;

const NOTHING: Repetition = { deeds: [], texts: [], writes: [], told: false };

/** With one reply more: its text, and its calls, all answered. */
export function repeatedBy(before: Repetition | null, text: string, calls: readonly Done[]): Repetition {
  const { deeds, texts, writes, told } = before ?? NOTHING;
  const done = calls.map(({ ref, answer }) => [ref.tool, ref.params, answer?.status, answer?.content]);
  const changes = calls.filter(isChangeOfFile).map(({ ref }) => markOf([ref.tool, ref.params]));
  const now = {
    deeds: [...deeds, markOf(done)].slice(-DEEDS_KEPT),
    texts: [...texts, markOf(text)].slice(-KINDS.text.max),
    writes: [...writes, ...changes].slice(-WRITES_KEPT),
    told,
  };
  return { ...now, told: told && circlesOf(now).some(isWorthTelling) };
}

/** The circle in which the model goes, where it is to be told of it now. */
export function circleToTell(repetition: Repetition | null): Circle | null {
  if (repetition?.told) return null;
  return circlesOf(repetition).find(isWorthTelling) ?? null;
}

/** The circle that is enough. */
export function circleToEnd(repetition: Repetition | null): Circle | null {
  return circlesOf(repetition).find(({ kind, times }) => times >= KINDS[kind].max) ?? null;
}

/** For the person and the model: "the same reply, 8 times". */
export function wordsOf({ kind, times }: Circle): string {
  return `${KINDS[kind].what}, ${times} times`;
}

function isWorthTelling({ kind, times }: Circle): boolean {
  return times >= KINDS[kind].told;
}

function circlesOf(repetition: Repetition | null): readonly Circle[] {
  if (repetition === null) return [];
  const { deeds, texts, writes } = repetition;
  const last = writes.at(-1);
  return [
    { kind: 'deed', times: timesInARow(deeds, 1) },
    { kind: 'cycle', times: Math.max(...[2, CYCLE_REPLIES_MAX].map((length) => timesInTurn(deeds, length))) },
    { kind: 'write', times: writes.filter((write) => write === last).length },
    { kind: 'text', times: timesInARow(texts, 1) },
  ];
}

/** How often the last `length` marks stand one after the other at the end; 0 where they are all the same. */
function timesInTurn(marks: readonly string[], length: number): number {
  return new Set(marks.slice(-length)).size > 1 ? timesInARow(marks, length) : 0;
}

function timesInARow(marks: readonly string[], length: number): number {
  if (marks.length < length) return 0;
  let same = length;
  while (same < marks.length && marks.at(-1 - same) === marks.at(-1 - same + length)) same++;
  return Math.floor(same / length);
}

function isChangeOfFile({ judgement, answer }: Done): boolean {
  if (answer?.status !== 'ok' || judgement === null) return false;
  return judgement.facts.writes.length > 0 && judgement.facts.runs.length === 0;
}

function markOf(value: unknown): string {
  return digestText(digestTo(NO_DIGEST, [{ role: 'user', content: JSON.stringify(value) }], 1));
}
