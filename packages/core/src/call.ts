/** What is known of one call on its way from the reply to its answer. */
import type { Facts, ImageRef, OutcomeStatus, ReplyError } from '@tagma/protocol';
import type { Guide } from './attachment.ts';
import type { CallRef } from './effects.ts';
import type { Decision } from './verdict.ts';

/** One action of the reply on its way: waiting until it is its turn, then answered exactly once. */
export type Call = {
  readonly ref: CallRef;
  readonly error: ReplyError | null;
  /** Whether no call of its tool changes anything: then it may run beside its neighbours. */
  readonly readOnly: boolean;
  /** Whether it may change something: what follows a failed call that does is skipped. Known once facts are taken. */
  readonly changes: boolean;
  /** What it would do, and whether it may; null until the facts are taken. */
  readonly judgement: Judgement | null;
  /** By a rule or the mode, or by the person. */
  readonly allowed: 'no' | 'by verdict' | 'by person';
  /** Whether hooks have let it run, and whether they have seen its outcome. Left out: there are none, or not yet. */
  readonly vetted?: boolean;
  readonly shaped?: boolean;
  /** How often it would have done something else, when it was about to run, than what was allowed. */
  readonly reconsidered: number;
  /** What the sandbox has kept it from, and how it ended there: the person decides whether it runs outside. Null where it has not. */
  readonly blocked: Blocked | null;
  /** The id of the effect that runs it; null before. */
  readonly request: number | null;
  readonly answer: Answer | null;
};

export type Blocked = { readonly from: string; readonly answer: Answer };

export type Judgement = { readonly facts: Facts; readonly decision: Decision };

export type Answer = {
  readonly status: OutcomeStatus;
  readonly content: string;
  /** What the tool says about its content; none where no tool ran. */
  readonly notes: readonly string[];
  /** Null where no tool ran. */
  readonly durationMs: number | null;
  /** Whether the tool has shown only a part of what there is; left out where it does not say. */
  readonly isCut?: boolean;
  /** The picture that it shows. */
  readonly image?: ImageRef;
  /** What the project says of the folders that it has touched, as far as the model has not been told. */
  readonly guides?: readonly Guide[];
};
