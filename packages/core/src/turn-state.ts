/** What is known of the turn that runs, or ran last. */
import type { Reply } from '@tagma/protocol';
import type { Call } from './call.ts';
import type { Denial, LimitReached } from './effects.ts';
import type { Repetition } from './repetition.ts';
import type { Outage } from './retry.ts';
import { NO_USAGE, type UsageSum } from './usage.ts';

/** The work on one prompt. */
export type Turn = {
  /** Replies that have been asked for. */
  readonly replies: number;
  /** When the last of them was asked for, until all that it led to is done. Left out: no hook wants to know. */
  readonly stepAt?: number | null;
  /** What these and its summaries have used up. */
  readonly usage: UsageSum;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** How long the person has been waited for, in milliseconds. */
  readonly waitedMs: number;
  /** What the turn may use up since the person has let it pass a limit. */
  readonly granted: { readonly [limit in LimitReached['limit']]?: number };
  /** The limits of which the model has been told that little is left. */
  readonly told: readonly LimitReached['limit'][];
  /** What the turn was given to do. */
  readonly task: string;
  /** Corrections in a row. */
  readonly corrections: number;
  /** The endpoint's failures since the last reply; null where there is none. */
  readonly outage: Outage | null;
  /** What the last replies did alike; null before the first that did anything. */
  readonly repetition: Repetition | null;
  /** The reply that is being carried out, and its calls. */
  readonly reply: Reply | null;
  readonly calls: readonly Call[];
  readonly denials: readonly Denial[];
  readonly madeGood: boolean;
  readonly abortedBy: 'person' | 'signal' | null;
};

export const NEW_TURN: Turn = {
  replies: 0,
  usage: NO_USAGE,
  startedAt: 0,
  waitedMs: 0,
  granted: {},
  told: [],
  task: '',
  corrections: 0,
  outage: null,
  repetition: null,
  reply: null,
  calls: [],
  denials: [],
  madeGood: false,
  abortedBy: null,
};
