/**
 * What the machine is told: facts, in the past tense. A session is the list of them; everything else is derived.
 * Whoever reports a fact sends a `Fact`; the gate stamps it with the time and hands it to the machine as an `AgentEvent`.
 */
import type { Facts, Fault, Finish, NativeCalls, Outcome, ToolSpec, Usage } from '@tagma/protocol';
import type { Rule } from './rules.ts';
import type { Mode } from './verdict.ts';

/** Milliseconds since 1970, read by the gate: the machine has no clock. */
export type AgentEvent = Fact & { readonly at: number };

export type Fact =
  | SessionStarted
  | PromptGiven
  | SteerGiven
  | MessageWithdrawn
  | ReplyEnded
  | ReplyFailed
  | FactsTaken
  | PermissionAnswered
  | ToolEnded
  | TimerFired
  | AbortRequested
  | PauseRequested
  | ResumeRequested
  | StepRequested
  | ModeChanged
  | SessionEnded;

/** The first event of every session: all that the machine needs beside the events themselves. */
export type SessionStarted = {
  readonly type: 'session.started';
  readonly session: string;
  /** `BEHAVIOUR` of the program that ran the session. */
  readonly behaviour: number;
  readonly program: string;
  /** The working folder, absolute. */
  readonly folder: string;
  readonly model: string;
  readonly endpoint: string;
  /** The rendered system prompt. */
  readonly system: string;
  /** What the model is told after a reply without an element; `{{problem}}` is replaced by the error. */
  readonly correction: string;
  /** The line that shows the plain form after a reply that had to be repaired; `{{repairs}}` is replaced by their names. */
  readonly repair: string;
  readonly tools: readonly ToolSpec[];
  readonly settings: Settings;
};

export type Settings = {
  readonly mode: Mode;
  readonly rules: readonly Rule[];
  /** Nobody can be asked: what would ask is denied. */
  readonly headless: boolean;
  /** Replies of the model to one prompt. */
  readonly turnsMax: number;
  /** Replies in a row that are asked for again because they hold no element. */
  readonly correctionsMax: number;
  /** Requests that are made again, in a row, where the endpoint fails in a way that may pass. */
  readonly retriesMax: number;
  /** How long the endpoint may fail before the turn does, in milliseconds. */
  readonly outageMsMax: number;
  /** The only block of code for a shell, in a reply without an element, is an action of `bash`. */
  readonly bashFence: boolean;
};

/** A task. While a turn runs it waits, and begins the next one. */
export type PromptGiven = { readonly type: 'prompt.given'; readonly text: string };

/**
 * Something for the turn that runs: the model is told before its next reply, and what it has asked for and has not begun is
 * skipped. At rest it is a prompt like any other.
 */
export type SteerGiven = { readonly type: 'steer.given'; readonly text: string };

/** A message that still waits is taken back; one that has been taken up is not. */
export type MessageWithdrawn = { readonly type: 'message.withdrawn'; readonly message: number };

/** A reply has ended, or was cut by a cancel. `request` is the id of the `model.ask` that it answers. */
export type ReplyEnded = {
  readonly type: 'reply.ended';
  readonly request: number;
  /** The reply as it came. */
  readonly text: string;
  /** The endpoint's reasoning field, as it came; empty where there is none. */
  readonly reasoning: string;
  readonly finish: Finish | 'aborted';
  readonly usage: Usage | null;
} & NativeCalls;

/** No reply, or only the beginning of one: `text`, `reasoning` and native calls are what had arrived. */
export type ReplyFailed = {
  readonly type: 'reply.failed';
  readonly request: number;
  readonly text: string;
  readonly reasoning: string;
  readonly fault: Fault;
} & NativeCalls;

export type FactsTaken = { readonly type: 'facts.taken'; readonly request: number; readonly facts: Facts };

export type PermissionAnswered = {
  readonly type: 'permission.answered';
  readonly request: number;
  readonly answer: 'once' | 'always' | 'no';
  /** For the model, with `no`; empty where none was given. */
  readonly reason: string;
};

export type ToolEnded = {
  readonly type: 'tool.ended';
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

export type ResumeRequested = { readonly type: 'resume.requested' };

/** While paused: one request or one call, and pause again. */
export type StepRequested = { readonly type: 'step.requested' };

export type ModeChanged = { readonly type: 'mode.changed'; readonly mode: Mode };

export type SessionEnded = { readonly type: 'session.ended'; readonly reason: 'done' | 'quit' | 'signal' };
