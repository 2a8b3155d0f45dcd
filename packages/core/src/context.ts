/**
 * What the machine knows. Plain data, changed only by the pure functions of `turn.ts` and its neighbours, so that equal events always
 * lead to equal contexts. What it knows of the turn stands in `turn-state.ts`, of its calls in `call.ts`.
 */
import type { Files, Memory } from './compaction/known.ts';
import type { Compaction } from './compaction/progress.ts';
import type { Digest } from './digest.ts';
import type { CompactionCause, TurnResult } from './effects.ts';
import type { Said, SessionResumed, SessionStarted } from './events.ts';
import type { MessageEdit, Notice } from './hooks/types.ts';
import type { Entry } from './message.ts';
import type { ModelChoice, ModelRef } from './model-choice.ts';
import type { Rule } from './rules.ts';
import type { TodoItem } from './todo-item.ts';
import type { Size } from './tokens.ts';
import type { Turn } from './turn-state.ts';
import type { SessionUsage } from './usage.ts';
import type { Mode } from './verdict.ts';

/** All that the machine knows beside the state that it is in. It is derived from the events alone, and never changed in place. */
export type Context = {
  /** How the session was set up, when it began or when it was taken up again last. */
  readonly session: SessionStarted | SessionResumed;
  /** Which of its two system prompts the model is sent. */
  readonly systemSent: 'usual' | 'small';
  /** The chosen model, and those that are asked in its place while it fails; which of them is asked now. */
  readonly models: readonly ModelChoice[];
  readonly asked: number;
  /** The model that the person has chosen, until the next request; null where that has been done. */
  readonly modelWanted: ModelChoice | null;
  /** The model whose window was asked for last; `id` is that of the request, until it is answered. */
  readonly windowAsked: ({ readonly id: number | null } & ModelRef) | null;
  readonly mode: Mode;
  /** The mode in which a plan was begun, and to which the person's consent leads back; null where no plan is being made. */
  readonly planBegunIn: Mode | null;
  /** Whether the model was last told that plan mode holds, or began it itself. */
  readonly planTold: boolean;
  /** The call of `plan` that the person agrees to; null where it waits for no plan to begin. */
  readonly planAgreed: number | null;
  /** Whether the person has been shown the plan that waits for an answer. */
  readonly presented: boolean;
  /** The session's rules, and those that the answer "always" has added. */
  readonly rules: readonly Rule[];
  /** In canonical form, without the system prompt. */
  readonly conversation: readonly Entry[];
  /** How many of these messages have been sent. */
  readonly sent: number;
  /** What is told of the messages that were left out, by the first message; null where none has been. */
  readonly memory: Memory | null;
  /** Files that were read and changed, by the last time; the last ones. */
  readonly files: Files;
  /** Whether a reply has shown that the server's template opens a thought before the reply begins. */
  readonly startsInThought: boolean;
  /** Whether pictures went out with the last request: then those of the conversation are counted. */
  readonly imagesSent: boolean;
  /** Of all messages of the last request but its last one. */
  readonly digest: Digest;
  /** Estimated, of the same messages. */
  readonly size: Size;
  /** By how much the endpoint counts more tokens than are estimated. */
  readonly tokensRatio: number;
  /** Who has counted them last: an encoder here, or the endpoint by the usage it reports, which is believed from then on. */
  readonly countedBy: 'nobody' | 'encoder' | 'endpoint';
  /** Whether the window is taken for what a refusal leaves of it, because nobody has told it. */
  readonly windowGuessed: boolean;
  /** Of the smallest request that was refused as too large: estimated, not corrected. Null where none was. */
  readonly tokensRefused: number | null;
  /** What the encoder was asked to count last. */
  readonly counting: Counting | null;
  /** The compaction that is under way. */
  readonly compaction: Compaction | null;
  /** What the person wants kept in a compaction that waits for the next request; null where none is wanted. */
  readonly compactionWanted: string | null;
  /** Compactions since the last reply, or the prompt. */
  readonly compactions: number;
  /** What the last compaction has left, without the system prompt, in tokens as estimated. */
  readonly compactedTo: number;
  /** The model's list of steps, as it has last sent it. */
  readonly todo: readonly TodoItem[];
  /** The guides that have been found while the session ran, by their paths. */
  readonly guides: readonly string[];
  /** How altered places of observations were spelt that the model has seen: what it copies of them is turned back. */
  readonly shown: readonly string[];
  /** `wanted`: nothing new is begun. `after next`: one thing more, and then no further. */
  readonly pause: 'no' | 'wanted' | 'after next';
  /** What the person has said and the model has not been told, in order. */
  readonly queue: readonly QueuedMessage[];
  /** The last id given to an effect, and the last number given to a turn, to a call and to a message that had to wait. */
  readonly lastId: number;
  readonly lastTurn: number;
  readonly lastCall: number;
  readonly lastMessage: number;
  /** While the person's undo is under way: the number of the last message that had to wait when it began; else null. */
  readonly undoing: number | null;
  /** The person's own command while it runs, and the number of the last message that had to wait when it began; else null. */
  readonly commanding: { readonly command: string; readonly lastMessage: number } | null;
  /** The effects whose answers the machine waits for; any other answer is late. */
  readonly requests: readonly number[];
  /** Those of them that have been cancelled. */
  readonly cancelled: readonly number[];
  /** Since when the person is waited for, in milliseconds since 1970; null where he is not. */
  readonly waitingSince: number | null;
  /** What all replies of the session have used up. */
  readonly usage: SessionUsage;
  readonly turn: Turn;
  /** How the last prompt ended; null while one is being answered. */
  readonly result: TurnResult | null;
} & Hooking;

/** What a turn begins with, until hooks have seen all of it. */
export type Opening = {
  readonly waiting: readonly Said[];
  readonly heard: readonly Said[];
  readonly answer: string;
};

/** A compaction that hooks are asked about; `focus` is what to keep, `lastMessage` the last that waited then. */
export type Consent = {
  readonly resting: boolean;
  readonly why: CompactionCause;
  readonly focus: string;
  readonly lastMessage: number;
};

/** What hooks leave behind. Left out, or null: there are none, or nothing of it. */
type Hooking = {
  /** What the turn begins with, until hooks have seen it. */
  readonly opening?: Opening | null;
  /** The message that hooks hear, where it steers. */
  readonly hearing?: number | null;
  /** The system prompt of this turn. */
  readonly systemHooked?: string | null;
  /** What is changed of the messages of the request that is made. */
  readonly edits?: readonly MessageEdit[] | null;
  /** The compaction that hooks are asked about, and what they have said about the one before the next request. */
  readonly consenting?: Consent | null;
  readonly consent?: 'given' | 'refused' | null;
  /** What hooks are to be told, and what they were told that has no answer yet. */
  readonly notices?: readonly Notice[];
  readonly told?: readonly number[];
};

/** `steers`: it is for the turn that runs, and does not wait for its end. `heard`: by hooks. */
export type QueuedMessage = { readonly message: number; readonly steers: boolean; readonly heard?: boolean } & Said;

/** The messages that were counted last, or are being counted. */
export type Counting = {
  /** Of the request; null once it has been answered. */
  readonly id: number | null;
  readonly messages: number;
  /** As estimated. */
  readonly tokens: number;
};

/** Gives the next effect its id, and waits for its answer alone. */
export function newRequest(context: Context): Context {
  const id = context.lastId + 1;
  return { ...context, lastId: id, requests: [id] };
}
