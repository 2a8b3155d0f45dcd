/**
 * What the machine is told: facts, in the past tense. A session is the list of them; everything else is derived.
 * Whoever reports a fact sends a `Fact`; the gate stamps it with the time and hands it to the machine as an `AgentEvent`.
 */
import type { Facts, Fault, Finish, NativeCalls, Outcome, Reply, ToolSpec, Usage } from '@tagma/protocol';
import type { Attachment, Guide } from './attachment.ts';
import type { HookEnded } from './hooks/types.ts';
import type { ModelChoice } from './model-choice.ts';
import type { Rule } from './rules.ts';
import type { Settings } from './settings.ts';
import type { Decision, Mode } from './verdict.ts';

/** Stamped by the gate: the machine has no clock. */
export type AgentEvent = Fact & {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Where somebody at the gate put this fact in the place of another. The machine does not look at it. */
  readonly changed?: { readonly by: string; readonly original: Fact };
  /** In the replay of a session that an older program ran: what followed then, which holds. No history holds it. */
  readonly recorded?: Recorded;
};

/** How a reply was understood, what was decided about a call, and whether the conversation was made smaller, or summed up. */
export type Recorded = {
  readonly reply?: Reply;
  readonly decision?: Decision;
  readonly compacts?: boolean;
  readonly sumsUp?: boolean;
};

/** What has happened, in the past tense: each member is one kind, told apart by its `type`. */
export type Fact =
  | SessionStarted
  | PromptGiven
  | SteerGiven
  | MessageWithdrawn
  | ReplyEnded
  | ReplyFailed
  | FactsTaken
  | FactsChanged
  | PermissionAnswered
  | QuestionAnswered
  | PlanPresented
  | PlanAnswered
  | LimitAnswered
  | ToolEnded
  | UndoRequested
  | UndoEnded
  | ShellRequested
  | ShellEnded
  | TimerFired
  | AbortRequested
  | PauseRequested
  | ResumeRequested
  | StepRequested
  | CompactRequested
  | ModeChanged
  | RuleRemoved
  | ModelChanged
  | WindowFound
  | TokensCounted
  | EventDropped
  | HookFailed
  | HookEnded
  | OperationRequested
  | SessionEnded
  | SessionResumed;

/** The first event of every session: all that the machine needs beside the events themselves. */
export type SessionStarted = {
  readonly type: 'session.started';
  readonly session: string;
  /** `BEHAVIOUR` of the program that ran the session. */
  readonly behaviour: number;
  readonly program: string;
  /** What ends the names of the secrets that this session takes out. The gate draws it; whoever starts a session leaves it out. */
  readonly redactionMark?: string;
  /** The working folder, absolute. */
  readonly folder: string;
  readonly model: ModelChoice;
  /** Those that are asked in its place while it fails, in order. */
  readonly fallbacks: readonly ModelChoice[];
  /** The one that writes summaries; null where that is the one that is asked for everything else. */
  readonly summaryModel: ModelChoice | null;
  /** The rendered system prompt. */
  readonly system: string;
  /** The same in fewer words, for a small window; empty where there is no other. */
  readonly systemSmall: string;
  /** What the model is told after a reply without an element; `{{problem}}` is replaced by the error. */
  readonly correction: string;
  /** The line that shows the plain form after a reply that had to be repaired; `{{repairs}}` is replaced by their names. */
  readonly repair: string;
  /** The system prompt of the request for a summary; `{{focus}}` is replaced by what the person asked to keep. */
  readonly summary: string;
  readonly tools: readonly ToolSpec[];
  readonly settings: Settings;
};

/**
 * A session that had ended, or was cut off, goes on; or this file, a copy up to here of another, goes its own way. From here on
 * these settings hold.
 */
export type SessionResumed = Omit<SessionStarted, 'type'> & {
  readonly type: 'session.resumed';
  /** Null where it is the same file; else the file that was copied, by its session, record number and that record's hash. */
  readonly parent: { readonly session: string; readonly record: number; readonly hash: string } | null;
};

/** A task. While a turn runs it waits, and begins the next one. */
export type PromptGiven = { readonly type: 'prompt.given' } & Said;

/**
 * Something for the turn that runs: the model is told before its next reply, and what it has asked for and has not begun is
 * skipped. At rest it is a prompt like any other.
 */
export type SteerGiven = { readonly type: 'steer.given' } & Said;

/** What the person says, and what has been read for it: files that it names, what was piped in. Left out where there is nothing. */
export type Said = { readonly text: string; readonly attached?: readonly Attachment[] };

/** A message that still waits is taken back; one that has been taken up is not. */
export type MessageWithdrawn = { readonly type: 'message.withdrawn'; readonly message: number };

/** A reply has ended, or was cut by a cancel. `request` is the id of the `model.ask` or `summary.ask` that it answers. */
export type ReplyEnded = {
  readonly type: 'reply.ended';
  readonly request: number;
  /** The reply as it came. */
  readonly text: string;
  /** The endpoint's reasoning field, as it came; empty where there is none. */
  readonly reasoning: string;
  readonly finish: Finish | 'aborted';
  readonly usage: Usage | null;
} & AsSent &
  NativeCalls;

/** What became of the request on its way. */
export type AsSent = {
  /** Stop sequences went out with it: the reply may end inside an element. */
  readonly stopSent?: true;
  /** Pictures went out with it. */
  readonly imagesSent?: true;
  /** What had to be changed because the server does not take it, a sentence each. */
  readonly changes?: readonly string[];
};

/** No reply, or only the beginning of one: `text`, `reasoning` and native calls are what had arrived. */
export type ReplyFailed = {
  readonly type: 'reply.failed';
  readonly request: number;
  readonly text: string;
  readonly reasoning: string;
  readonly fault: Fault;
} & AsSent &
  NativeCalls;

/** What a call would do has been found out: the answer to `facts.take`. */
export type FactsTaken = { readonly type: 'facts.taken'; readonly request: number; readonly facts: Facts };

/** A call that was about to run would do something else by now than what was allowed: it has not run, and is decided anew. */
export type FactsChanged = { readonly type: 'facts.changed'; readonly request: number };

/** The person lets a call run, or does not: the answer to `person.ask`. */
export type PermissionAnswered = {
  readonly type: 'permission.answered';
  readonly request: number;
  readonly answer: 'once' | 'always' | 'no';
  /** For the model, with `no`; empty where none was given. */
  readonly reason: string;
};

/** The answer to the tool `ask`, in the person's own words. */
export type QuestionAnswered = {
  readonly type: 'question.answered';
  readonly request: number;
  readonly answer: string;
};

/** The plan as it stands in its file: what the person is shown and agrees to. Empty where there is none. */
export type PlanPresented = { readonly type: 'plan.presented'; readonly request: number; readonly text: string };

/** The person approves of a plan, or does not: the answer to `plan.review`. */
export type PlanAnswered = {
  readonly type: 'plan.answered';
  readonly request: number;
  readonly answer: 'approve' | 'reject';
  /** The mode that it is carried out in, with `approve`; left out: that in which the plan was begun. */
  readonly mode?: Mode;
  /** For the model, with `reject`; empty where none was given. */
  readonly reason: string;
};

/** `go on` gives the turn as much again of what it has used up. */
export type LimitAnswered = {
  readonly type: 'limit.answered';
  readonly request: number;
  readonly answer: 'go on' | 'stop';
};

/** A call has come to its end, in whichever way: the answer to `tool.run`. */
export type ToolEnded = {
  readonly type: 'tool.ended';
  readonly request: number;
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** The project's words about the folders that the call has touched, as far as they had not been found. Left out where there are none. */
  readonly guides?: readonly Guide[];
};

/** The person wants the last changes of files taken back: so many steps, or those of the last turn that changed any. */
export type UndoRequested = { readonly type: 'undo.requested'; readonly steps: number | 'turn' };

/** What became of it, as the tool `undo` says it. */
export type UndoEnded = { readonly type: 'undo.ended'; readonly request: number; readonly outcome: Outcome };

/** The person runs a command of his own, as he has written it. */
export type ShellRequested = { readonly type: 'shell.requested'; readonly command: string };

/** What became of it, as the tool `bash` says it. */
export type ShellEnded = {
  readonly type: 'shell.ended';
  readonly request: number;
  readonly outcome: Outcome;
  readonly durationMs: number;
};

/** The time of `timer.start` is over, or the timer was cancelled. */
export type TimerFired = { readonly type: 'timer.fired'; readonly request: number };

/** The person, or a signal, wants the turn to end. Harmless when nothing runs. */
export type AbortRequested = { readonly type: 'abort.requested'; readonly by: 'person' | 'signal' };

/** What runs goes on to its end; nothing new is begun until the session is resumed. */
export type PauseRequested = { readonly type: 'pause.requested' };

/** Goes on after a pause, or with a turn that has failed. */
export type ResumeRequested = { readonly type: 'resume.requested' };

/** While paused: one request or one call, and pause again. */
export type StepRequested = { readonly type: 'step.requested' };

/** The conversation shall shrink: at once where nothing runs, else before the next request. `focus` is what to keep. */
export type CompactRequested = { readonly type: 'compact.requested'; readonly focus: string };

/** Somebody wants another permission mode, which holds from the next decision on. */
export type ModeChanged = { readonly type: 'mode.changed'; readonly mode: Mode };

/** The person takes back a rule: from here on it does not hold. */
export type RuleRemoved = { readonly type: 'rule.removed'; readonly rule: Rule };

/** The person has chosen another model: it is asked from the next request on. */
export type ModelChanged = { readonly type: 'model.changed'; readonly model: ModelChoice };

/** The window of a model, in tokens, and who says so, in a few words: "llama.cpp /props", or "default" where nobody does. */
export type WindowFound = {
  readonly type: 'window.found';
  readonly request: number;
  readonly tokens: number;
  readonly source: string;
};

/** The tokens of the messages that were to be counted, with what goes around each; 0 where nobody could count them. */
export type TokensCounted = { readonly type: 'tokens.counted'; readonly request: number; readonly tokens: number };

/** A fact that somebody at the gate has kept from the machine. */
export type EventDropped = { readonly type: 'event.dropped'; readonly by: string; readonly event: Fact };

/** What somebody hangs on to the gate has failed; the event went on as it was. The log file has the stack. */
export type HookFailed = { readonly type: 'hook.failed'; readonly hook: string; readonly message: string };

/** Something is to be done with the session as a whole, outside of the machine. Where there are hooks they are asked; nothing here waits for them. */
export type OperationRequested = { readonly type: 'operation.requested' } & OutsideOperation;
/** What is to be done with a session by the program around it, and not by the machine. */
export type OutsideOperation = {
  readonly op: 'fork' | 'switch';
  /** Of a fork: the last record that goes with it, null for all. */
  readonly record: number | null;
  /** Of a switch: the session that takes its place, null for a new one. */
  readonly to: string | null;
};

/** The session is over, and why: its work was done, somebody has left it, or the process was told to end. */
export type SessionEnded = { readonly type: 'session.ended'; readonly reason: 'done' | 'quit' | 'signal' };
