/**
 * What the machine knows. Plain data, changed only by the pure functions of `turn.ts`, so that equal events always lead
 * to equal contexts.
 */
import type { Facts, OutcomeStatus, Reply, ReplyError } from '@tagma/protocol';
import { type Digest, NO_DIGEST } from './digest.ts';
import type { CallRef, Denial, TurnResult } from './effects.ts';
import type { SessionStarted } from './events.ts';
import type { Message } from './message.ts';
import type { Repetition } from './repetition.ts';
import type { Outage } from './retry.ts';
import type { Rule } from './rules.ts';
import type { Decision, Mode } from './verdict.ts';

export type Context = {
  readonly session: SessionStarted;
  readonly mode: Mode;
  /** The session's rules, and those that the answer "always" has added. */
  readonly rules: readonly Rule[];
  /** In canonical form, without the system prompt. */
  readonly conversation: readonly Message[];
  /** Whether a reply has shown that the server's template opens a thought before the reply begins. */
  readonly startsInThought: boolean;
  /** Of all messages of the last request but its last one. */
  readonly digest: Digest;
  /** How altered places of observations were spelt that the model has seen: what it copies of them is turned back. */
  readonly shown: readonly string[];
  /** `wanted`: nothing new is begun. `after next`: one thing more, and then no further. */
  readonly pause: 'no' | 'wanted' | 'after next';
  /** What the person has said and the model has not been told, in order. */
  readonly queue: readonly QueuedMessage[];
  /** The last id given to an effect, and the last number given to a call and to a message that had to wait. */
  readonly lastId: number;
  readonly lastCall: number;
  readonly lastMessage: number;
  /** The effect whose answer the machine waits for; any other answer is stale. */
  readonly request: number | null;
  readonly turn: Turn;
  /** How the last prompt ended; null while one is being answered. */
  readonly result: TurnResult | null;
};

/** `steers`: it is for the turn that runs, and does not wait for its end. */
export type QueuedMessage = { readonly message: number; readonly text: string; readonly steers: boolean };

/** The work on one prompt. */
export type Turn = {
  /** Replies that have been asked for. */
  readonly replies: number;
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

/** One action of the reply on its way: waiting until it is its turn, then answered exactly once. */
export type Call = {
  readonly ref: CallRef;
  readonly error: ReplyError | null;
  /** Whether it may change something: what follows a failed call that does is skipped. Known once facts are taken. */
  readonly changes: boolean;
  /** What it would do, and whether it may; null until the facts are taken. */
  readonly judgement: Judgement | null;
  readonly answer: Answer | null;
};

export type Judgement = { readonly facts: Facts; readonly decision: Decision };

export type Answer = {
  readonly status: OutcomeStatus;
  readonly content: string;
  /** What the tool says about its content; none where no tool ran. */
  readonly notes: readonly string[];
  /** Null where no tool ran. */
  readonly durationMs: number | null;
};

export const NEW_TURN: Turn = {
  replies: 0,
  corrections: 0,
  outage: null,
  repetition: null,
  reply: null,
  calls: [],
  denials: [],
  madeGood: false,
  abortedBy: null,
};

/** Before `session.started`. */
export const BLANK: Context = {
  session: {
    type: 'session.started',
    session: '',
    behaviour: 0,
    program: '',
    folder: '',
    model: '',
    endpoint: '',
    system: '',
    correction: '',
    repair: '',
    tools: [],
    settings: {
      mode: 'default',
      rules: [],
      headless: true,
      turnsMax: 0,
      correctionsMax: 0,
      retriesMax: 0,
      outageMsMax: 0,
      bashFence: false,
    },
  },
  mode: 'default',
  rules: [],
  conversation: [],
  startsInThought: false,
  digest: NO_DIGEST,
  shown: [],
  pause: 'no',
  queue: [],
  lastId: 0,
  lastCall: 0,
  lastMessage: 0,
  request: null,
  turn: NEW_TURN,
  result: null,
};
