/**
 * What the machine wants done (effects), and what it has concluded (notes). Both are plain values, and both follow from
 * the events alone: a replay makes them again and compares. An effect's `id` is unique in its session; the event that
 * answers it names it as `request`.
 */
import type { Facts, Fault, Params, Reply } from '@tagma/protocol';
import type { Rule } from './rules.ts';
import type { Decision } from './verdict.ts';

export type Emitted = Effect | Note;

export type Effect = ModelAsk | FactsTake | PersonAsk | ToolRun | TimerStart | Cancel | TurnEnd;
export type Note = ReplyRead | CallJudged | MessageTaken;

/**
 * Send the conversation (`messagesOf(context)`) to the model, and scan what streams as the machine will
 * (`replyOptionsOf(context)`). Answered by `reply.ended` or `reply.failed`.
 */
export type ModelAsk = {
  readonly type: 'model.ask';
  readonly id: number;
  readonly turn: number;
  /** How many messages there are, and a digest of them all: a replay compares it. */
  readonly messages: number;
  readonly digest: string;
};

/** Find out what a call would do. Answered by `facts.taken`. */
export type FactsTake = { readonly type: 'facts.take'; readonly id: number } & CallRef;

/** Ask the person. Answered by `permission.answered`. `always` is the rule that the answer "always" would add, or null. */
export type PersonAsk = {
  readonly type: 'person.ask';
  readonly id: number;
  readonly facts: Facts;
  readonly why: string;
  readonly always: Rule | null;
} & CallRef;

/** Run a tool. Answered by `tool.ended`. */
export type ToolRun = { readonly type: 'tool.run'; readonly id: number } & CallRef;

/** Wait before the request that failed is made again. Answered by `timer.fired`. */
export type TimerStart = {
  readonly type: 'timer.start';
  readonly id: number;
  readonly ms: number;
  /** Which retry follows, from 1, and how many there may be in a row. */
  readonly retry: number;
  readonly retriesMax: number;
};

/** Stop what was asked for under this id, if it still runs. The answer still comes. Harmless when it has ended. */
export type Cancel = { readonly type: 'cancel'; readonly request: number };

/** The prompt has been answered, or will not be. The machine rests. */
export type TurnEnd = { readonly type: 'turn.end'; readonly result: TurnResult };

/** The reply as the machine understood it. */
export type ReplyRead = { readonly type: 'reply.read'; readonly request: number; readonly reply: Reply };

/** The verdict on a call, and the rule or the mode that gave it. */
export type CallJudged = { readonly type: 'call.judged'; readonly call: number; readonly decision: Decision };

/** A message that waited has been taken up: it stands in the conversation from here on. */
export type MessageTaken = { readonly type: 'message.taken'; readonly message: number; readonly text: string };

/** A call is numbered over the whole session, from 1; its observation carries the same number. */
export type CallRef = {
  readonly call: number;
  readonly tool: string;
  readonly params: Params;
  /** Parameters whose entities were decoded, as the model wrote them. */
  readonly asWritten: { readonly [name: string]: string };
};

export type TurnResult =
  | {
      readonly kind: 'done';
      /** The final answer. */
      readonly text: string;
      /** Whether the text is one that had no `<final>` even after corrections. */
      readonly unstructured: boolean;
      /** Calls that were denied in this turn. */
      readonly denials: readonly Denial[];
      /** Whether all actions of a later reply ran after the last denial. */
      readonly madeGood: boolean;
    }
  | { readonly kind: 'failed'; readonly fault: Fault }
  | { readonly kind: 'limit'; readonly limit: 'turns' | 'repetition'; readonly max: number }
  | { readonly kind: 'uncorrected'; readonly message: string }
  | { readonly kind: 'aborted'; readonly by: 'person' | 'signal' };

export type Denial = { readonly call: number; readonly tool: string; readonly why: string };
