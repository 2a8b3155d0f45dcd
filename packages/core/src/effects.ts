/**
 * What the machine wants done (effects), and what it has concluded (notes). Both are plain values, and both follow from
 * the events alone: a replay makes them again and compares. An effect's `id` is unique in its session; the event that
 * answers it names it as `request`.
 */
import type { Bounds, Facts, Fault, OutcomeStatus, Params, Reply, Summary, SummaryRepair } from '@tagma/protocol';
import type { AttachedName } from './attachment.ts';
import type { OutsideOperation } from './events.ts';
import type { HookTell } from './hooks/types.ts';
import type { ModelRef } from './model-choice.ts';
import type { Rule } from './rules.ts';
import type { Decision, Mode } from './verdict.ts';

/** All that the machine puts out beside its next state. */
export type Emitted = Effect | Note;

/**
 * What the machine asks to be done. Whoever performs it reports what came of it as a `Fact`: the answer to an effect with an
 * `id` carries that number as its `request`.
 */
export type Effect =
  | ModelAsk
  | SummaryAsk
  | FactsTake
  | PersonAsk
  | QuestionAsk
  | PlanReview
  | LimitAsk
  | ToolRun
  | UndoRun
  | ShellRun
  | TimerStart
  | WindowFind
  | TokensCount
  | HookRun
  | HookTell
  | Cancel
  | TurnEnd;

/** What the machine has done or decided by itself: for the history and for whoever watches. Nothing has to be done about it. */
export type Note =
  | ReplyRead
  | CallJudged
  | CallAnswered
  | RuleAdded
  | ModeSwitched
  | ModelSwitched
  | MessageTaken
  | ConversationCompacted
  | EventIgnored;

/**
 * Send the conversation (`messagesOf(context)`) to the model, and scan what streams as the machine will
 * (`replyOptionsOf(context)`). `patienceOf(context, now)` says how long to wait for a sign of life. Answered by `reply.ended` or `reply.failed`.
 */
export type ModelAsk = {
  readonly type: 'model.ask';
  readonly id: number;
  readonly turn: number;
  /** How many messages there are, and a digest of them all: a replay compares it. */
  readonly messages: number;
  readonly digest: string;
} & ModelRef;

/**
 * Send what a summary is made of (`summaryMessagesOf(context)`) to the model. Answered by `reply.ended` or `reply.failed`.
 */
export type SummaryAsk = {
  readonly type: 'summary.ask';
  readonly id: number;
  readonly messages: number;
  readonly digest: string;
} & ModelRef;

/** Find out what a call would do. Answered by `facts.taken`. */
export type FactsTake = { readonly type: 'facts.take'; readonly id: number } & CallRef;

/** Ask the person. Answered by `permission.answered`. `always` is the rule that the answer "always" would add, or null. */
export type PersonAsk = {
  readonly type: 'person.ask';
  readonly id: number;
  readonly facts: Facts;
  readonly why: string;
  /** It would run again, outside of the sandbox. */
  readonly outside?: true;
  readonly always: Rule | null;
} & CallRef;

/** Put the model's question to the person. Answered by `question.answered`. `options` are proposals: any answer will do. */
export type QuestionAsk = {
  readonly type: 'question.ask';
  readonly id: number;
  readonly question: string;
  readonly options: readonly string[];
} & CallRef;

/**
 * Read the plan and show it to the person. Answered by `plan.presented`, and then, once the person has seen it, by
 * `plan.answered`. `file` is relative to the project folder.
 */
export type PlanReview = { readonly type: 'plan.review'; readonly id: number; readonly file: string } & CallRef;

/** Ask the person whether the turn goes on. Answered by `limit.answered`. */
export type LimitAsk = { readonly type: 'limit.ask'; readonly id: number } & LimitReached;

/** Run a tool. Several may run at once. Answered by `tool.ended`, or by `facts.changed` where it was not run. */
export type ToolRun = {
  readonly type: 'tool.run';
  readonly id: number;
  /** Within what a sandbox holds its command. Left out: there is none around it. */
  readonly bounds?: Bounds;
} & CallRef &
  OutputLimit;

/** How many bytes of its output the model is shown at most. Left out: as many as tools show at most. */
export type OutputLimit = { readonly outputBytesMax?: number };

/** Take back changes of files, as the person has asked. Answered by `undo.ended`. */
export type UndoRun = { readonly type: 'undo.run'; readonly id: number; readonly steps: number | 'turn' };

/** Run the person's own command, outside of any sandbox. Answered by `shell.ended`. */
export type ShellRun = { readonly type: 'shell.run'; readonly id: number; readonly command: string } & OutputLimit;

/** Wait before the request that failed is made again. Answered by `timer.fired`. */
export type TimerStart = {
  readonly type: 'timer.start';
  readonly id: number;
  readonly ms: number;
  /** Which retry follows, from 1, and how many there may be in a row. */
  readonly retry: number;
  readonly retriesMax: number;
};

/** Find out how many tokens the model takes in. Answered by `window.found`; nothing waits for it. */
export type WindowFind = { readonly type: 'window.find'; readonly id: number } & ModelRef;

/**
 * Count the messages of the next request (`messagesOf(context)`, the first so many) by an exact encoder. Answered by
 * `tokens.counted`; nothing waits for it.
 */
export type TokensCount = {
  readonly type: 'tokens.count';
  readonly id: number;
  /** How many messages there are, and a digest of them all. */
  readonly messages: number;
  readonly digest: string;
};

/** Ask the hooks of a point, one after the other, and wait for them. Answered by `hook.ended`. */
export type HookRun = { readonly type: 'hook.run'; readonly id: number } & HookAsked;

/** What the hooks of a point are asked about, with what it takes to tell them of it. */
export type HookAsked =
  /** May the call run? It has leave already. */
  | ({ readonly point: 'before_tool_call' } & CallRef)
  /** What a call has come to, as `tool.ended` has told it: shall the model be told that? */
  | ({ readonly point: 'on_tool_result' } & CallRef)
  /** What the person has said, before it stands in the conversation; `steers`: in the turn that runs. */
  | { readonly point: 'on_input'; readonly steers: boolean }
  /** A turn is about to begin: what with, and under which system prompt? */
  | { readonly point: 'on_before_agent' }
  /** Which messages has the next request? How many there are, and a digest of them all. */
  | { readonly point: 'on_context'; readonly messages: number; readonly digest: string }
  | SessionOperation;

/** Something is about to be done with the session as a whole. */
export type SessionOperation = { readonly point: 'before_session_op' } & (
  | { readonly op: 'compact'; readonly why: CompactionCause }
  /** Nothing waits for what comes of it but whoever wanted it. */
  | OutsideOperation
);

/** Stop what was asked for under this id, if it still runs. The answer still comes. Harmless when it has ended. */
export type Cancel = { readonly type: 'cancel'; readonly request: number };

/** The prompt has been answered, or will not be. The machine rests. */
export type TurnEnd = { readonly type: 'turn.end'; readonly result: TurnResult };

/** The reply as the machine understood it. */
export type ReplyRead = { readonly type: 'reply.read'; readonly request: number; readonly reply: Reply };

/** The verdict on a call, and the rule or the mode that gave it. */
export type CallJudged = { readonly type: 'call.judged'; readonly call: number; readonly decision: Decision };

/** The machine has answered a call itself: nothing ran, and nobody was asked. */
export type CallAnswered = {
  readonly type: 'call.answered';
  readonly call: number;
  readonly status: OutcomeStatus;
  readonly content: string;
};

/** From here on a rule holds that the answer "always" has added. */
export type RuleAdded = { readonly type: 'rule.added'; readonly rule: Rule };

/** The model has begun a plan, or the person has agreed to one. */
export type ModeSwitched = { readonly type: 'mode.switched'; readonly mode: Mode };

/** From here on another model is asked: the person has chosen it, the one before fails, or the chosen one is tried again. */
export type ModelSwitched = {
  readonly type: 'model.switched';
  readonly why: 'chosen' | 'failing' | 'new turn';
} & ModelRef;

/**
 * The conversation has shrunk. `how`: old observations were shortened (`pruned`), the older part was replaced by a summary
 * (`summarised`), or left out (`cut`). Tokens as estimated.
 */
export type ConversationCompacted = {
  readonly type: 'conversation.compacted';
  readonly how: 'pruned' | 'summarised' | 'cut';
  readonly why: CompactionCause;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** What the model is told of all that was left out so far; null where it is not a summary that has made it smaller. */
  readonly summary: Summary | null;
  /** What was mended of the summary's form. */
  readonly repairs: readonly SummaryRepair[];
  /** Why there is no summary, in a few words, where one was asked for; else null. */
  readonly problem: string | null;
};

/** Why the conversation is made smaller: it has become too long, somebody has asked for it, or the model could not take it. */
export type CompactionCause = 'threshold' | 'command' | 'overflow';

/** An event that no state took: `late` answers what is not waited for (any more), any other came when it means nothing. */
export type EventIgnored = {
  readonly type: 'event.ignored';
  readonly event: string;
  readonly why: 'late' | 'not now';
};

/** A message that waited has been taken up: it stands in the conversation from here on. */
export type MessageTaken = {
  readonly type: 'message.taken';
  readonly message: number;
  readonly text: string;
  /** What went with it, without the texts. Left out where nothing did. */
  readonly attached?: readonly AttachedName[];
};

/** A call is numbered over the whole session, from 1; its observation carries the same number. */
export type CallRef = {
  readonly call: number;
  readonly tool: string;
  readonly params: Params;
  /** Parameters whose entities were decoded, as the model wrote them. */
  readonly asWritten: { readonly [name: string]: string };
};

/** How a turn has ended. */
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
  | ({ readonly kind: 'limit' } & LimitReached)
  | { readonly kind: 'uncorrected'; readonly message: string }
  /** By `interruption`: the process ended in the middle of it, and the session goes on in another. */
  | { readonly kind: 'aborted'; readonly by: 'person' | 'signal' | 'interruption' };

/** `used` and `max` in replies, tokens, money or milliseconds; of a repetition, how often in a row. */
export type LimitReached = {
  readonly limit: 'turns' | 'tokens' | 'cost' | 'time' | 'session-tokens' | 'session-cost' | 'repetition';
  readonly used: number;
  readonly max: number;
  /** What it was, for the person: "5 replies", "the same action with the same result, 5 times". */
  readonly reason: string;
};

/** A call that did not run because it was denied: its number, its tool, and why, in words for the person. */
export type Denial = { readonly call: number; readonly tool: string; readonly why: string };
