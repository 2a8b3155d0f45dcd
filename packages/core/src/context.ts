/**
 * What the machine knows. Plain data, changed only by the pure functions of `turn.ts`, so that equal events always lead
 * to equal contexts.
 */
import type { Facts, ImageRef, OutcomeStatus, Reply, ReplyError } from '@tagma/protocol';
import type { Guide } from './attachment.ts';
import type { Files, Memory } from './compaction/known.ts';
import type { Compaction } from './compaction/progress.ts';
import { type Digest, NO_DIGEST } from './digest.ts';
import type { CallRef, CompactionCause, Denial, LimitReached, TurnResult } from './effects.ts';
import type { Said, SessionResumed, SessionStarted } from './events.ts';
import type { MessageEdit, Notice } from './hooks/types.ts';
import type { Entry } from './message.ts';
import { type ModelChoice, type ModelRef, NO_MODEL } from './model-choice.ts';
import type { Repetition } from './repetition.ts';
import type { Outage } from './retry.ts';
import type { Rule } from './rules.ts';
import type { TodoItem } from './todo-item.ts';
import { NO_SIZE, type Size } from './tokens.ts';
import { NO_SESSION_USAGE, NO_USAGE, type SessionUsage, type UsageSum } from './usage.ts';
import type { Decision, Mode } from './verdict.ts';

/** The share of what a request may take at which a compaction begins, where nobody says another. */
export const COMPACT_AT = 0.8;
/** Earlier there is little to compact; later there is no room for what was estimated too low. */
export const COMPACT_AT_MIN = 0.3;
export const COMPACT_AT_MAX = 0.95;
/** The same of what the outcomes of one reply may have of it. */
export const OUTPUT_SHARE = 0.3;

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

/** Before `session.started`. */
export const BLANK: Context = {
  session: {
    type: 'session.started',
    session: '',
    behaviour: 0,
    program: '',
    folder: '',
    model: NO_MODEL,
    fallbacks: [],
    summaryModel: null,
    system: '',
    systemSmall: '',
    correction: '',
    repair: '',
    summary: '',
    tools: [],
    settings: {
      mode: 'default',
      rules: [],
      headless: true,
      turnsMax: 0,
      tokensMax: 0,
      costMax: 0,
      timeMsMax: 0,
      findsWindow: false,
      compactAt: COMPACT_AT,
      outputShare: 0,
      countsTokens: false,
      correctionsMax: 0,
      retriesMax: 0,
      outageMsMax: 0,
      sandbox: false,
      bashFence: false,
    },
  },
  systemSent: 'usual',
  models: [NO_MODEL],
  asked: 0,
  modelWanted: null,
  windowAsked: null,
  mode: 'default',
  planBegunIn: null,
  planTold: false,
  planAgreed: null,
  presented: false,
  rules: [],
  conversation: [],
  sent: 0,
  memory: null,
  files: { read: [], changed: [] },
  startsInThought: false,
  imagesSent: false,
  digest: NO_DIGEST,
  size: NO_SIZE,
  tokensRatio: 1,
  countedBy: 'nobody',
  windowGuessed: false,
  tokensRefused: null,
  counting: null,
  compaction: null,
  compactionWanted: null,
  compactions: 0,
  compactedTo: 0,
  todo: [],
  guides: [],
  shown: [],
  pause: 'no',
  queue: [],
  lastId: 0,
  lastTurn: 0,
  lastCall: 0,
  lastMessage: 0,
  undoing: null,
  commanding: null,
  requests: [],
  cancelled: [],
  waitingSince: null,
  usage: NO_SESSION_USAGE,
  turn: NEW_TURN,
  result: null,
};

/** Gives the next effect its id, and waits for its answer alone. */
export function newRequest(context: Context): Context {
  const id = context.lastId + 1;
  return { ...context, lastId: id, requests: [id] };
}
