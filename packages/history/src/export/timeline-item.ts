/**
 * What has happened in a session, as a person reads it afterwards: one item after the other, each complete. A call is one
 * item with its decision and its outcome, though they stand far apart in the file. What a record holds is taken as it is
 * found: a field that is missing, or is not what it should be, reads as nothing.
 */
import type { JsonObject, OutcomeStatus, Params } from '@tagma/protocol';
import type { ReadRecord } from '../read/reader.ts';

/** One thing that happened in a session, with the records that tell of it. */
export type TimelineItem = Told & {
  /** The number of the record that tells of it first. */
  readonly record: number;
  /** All that belong to it, in order. Each record belongs to exactly one item; an action that never began has none. */
  readonly records: readonly ReadRecord[];
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
};

/** What happened, as a person is told it. */
export type Told =
  | SessionItem
  | PromptItem
  | ReplyItem
  | ActionItem
  | EndItem
  | LimitItem
  | UndoItem
  | ShellItem
  | OccurrenceItem;

/** The session begins, or is taken up again. */
export type SessionItem = {
  readonly kind: 'session';
  readonly resumed: boolean;
  readonly session: string;
  readonly program: string;
  readonly behaviour: number;
  readonly folder: string;
  readonly endpoint: string;
  readonly model: string;
  readonly mode: string;
  /** The file that this one is a copy of, up to a record; null where it is no copy. */
  readonly parent: { readonly session: string; readonly record: number; readonly hash: string } | null;
};

/** What the person said. */
export type PromptItem = {
  readonly kind: 'prompt';
  readonly text: string;
  /** A turn begins with it. Else it was said while something else was going on, and waits; it is told again where its turn begins. */
  readonly begins: boolean;
  /** It is for the turn that runs, and not for the next. */
  readonly steers: boolean;
  /** What went with it, a line each. */
  readonly attached: readonly string[];
};

/** A request to the model, and what came of it. */
export type ReplyItem = {
  readonly kind: 'reply';
  /** It was asked for a summary of what is old. */
  readonly isSummary: boolean;
  /** Which request of its prompt it is, from 1; of a summary 0. */
  readonly turn: number;
  readonly model: string;
  readonly endpoint: string;
  /** Null where no answer is recorded. `aborted`: the reply was cut. `failed`: see `fault`. */
  readonly finish: 'stop' | 'length' | 'aborted' | 'failed' | null;
  /** From the request to the end of the reply. */
  readonly durationMs: number | null;
  readonly usage: UsageTold | null;
  /** The reply as it came. */
  readonly text: string;
  /** The endpoint's reasoning field. */
  readonly reasoning: string;
  readonly thoughts: readonly string[];
  /** What stands outside of every element. */
  readonly loose: string;
  readonly repairs: readonly string[];
  /** Why it could not be taken; empty where it could. */
  readonly error: string;
  readonly fault: FaultTold | null;
  /** The request is made again after a while. */
  readonly retry: { readonly ms: number; readonly retry: number; readonly retriesMax: number } | null;
  /** What had to be changed in the request because the server does not take it, a sentence each. */
  readonly changes: readonly string[];
};

/** Tokens, sent and received, and their cost; 0 where nothing is said of it. */
export type UsageTold = { readonly input: number; readonly output: number; readonly cost: number };
/** Why no reply came, what can be done about it, and the HTTP status, if there was one. */
export type FaultTold = { readonly message: string; readonly advice: string; readonly status: number | null };

/** A call, from the model's asking for it to its end. */
export type ActionItem = {
  readonly kind: 'action';
  readonly call: number;
  readonly tool: string;
  readonly params: Params;
  /** What it would do, as last found out; null where nobody looked. */
  readonly facts: FactsTold | null;
  /** One after the other: what it would do may change, and who is asked may let it out of the sandbox. */
  readonly decisions: readonly DecisionTold[];
  /** Those of its tool, one after the other. */
  readonly runs: readonly RunTold[];
  /** The question that it put to the person. */
  readonly question: {
    readonly text: string;
    readonly options: readonly string[];
    readonly answer: string | null;
  } | null;
  /** The plan that it handed in. `answer` is `approve` or `reject`. */
  readonly plan: { readonly text: string; readonly answer: string | null; readonly reason: string } | null;
  /** How it ended; null where the file ends before it did. */
  readonly status: OutcomeStatus | null;
  /** What came back, and what the tool says about it. */
  readonly content: string;
  readonly notes: readonly string[];
  readonly details: JsonObject;
};

/** What a call would do. */
export type FactsTold = {
  /** Paths. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  /** Programs, and hosts. */
  readonly runs: readonly string[];
  readonly network: readonly string[];
  /** Why it cannot be analysed, or is forbidden; null where neither is so. */
  readonly unknown: string | null;
  readonly forbidden: string | null;
  /** The unified diff of what it would make of a file; empty where there is none. */
  readonly preview: string;
};

/** What was decided of a call, and by whom. */
export type DecisionTold = {
  /** The number of the record with the verdict. */
  readonly record: number;
  readonly verdict: string;
  /** The rule or the mode, in words. */
  readonly by: string;
  /** What the person was asked and answered; null where nobody was asked. */
  readonly asked: {
    /** When, in milliseconds since 1970. */
    readonly at: number;
    readonly why: string;
    /** It would run again, outside of the sandbox. */
    readonly outside: boolean;
    /** `once`, `always` or `no`; null where no answer is recorded. */
    readonly answer: string | null;
    readonly reason: string;
    readonly waitedMs: number | null;
    /** The rule that the answer has added, in its own notation; empty where it has added none. */
    readonly rule: string;
  } | null;
};

/** One run of a call's tool. */
export type RunTold = {
  readonly record: number;
  /** Within what a sandbox held its command; null where there was none around it. */
  readonly bounds: { readonly writes: string; readonly network: boolean; readonly beyond: readonly string[] } | null;
  /** Null where no end is recorded. */
  readonly status: OutcomeStatus | null;
  readonly durationMs: number | null;
};

/** The prompt has been answered, or will not be. `text` is the answer, or why there is none. */
export type EndItem = {
  readonly kind: 'end';
  readonly how: 'done' | 'failed' | 'limit' | 'uncorrected' | 'aborted';
  readonly text: string;
  /** The answer was not marked as final by the model. */
  readonly unstructured: boolean;
};

/** A limit of the turn was reached, and the person was asked. `answer` is `go on` or `stop`; null where none is recorded. */
export type LimitItem = { readonly kind: 'limit'; readonly reason: string; readonly answer: string | null };

/** The person takes back changes of files. */
export type UndoItem = {
  readonly kind: 'undo';
  /** So many steps, or `turn`. */
  readonly steps: string;
  /** Null where no end is recorded. */
  readonly status: OutcomeStatus | null;
  readonly content: string;
  /** What it has changed, as a unified diff; empty where there is none. */
  readonly diff: string;
};

/** The person has run a command of his own. */
export type ShellItem = {
  readonly kind: 'shell';
  readonly command: string;
  /** Null where no end is recorded. */
  readonly status: OutcomeStatus | null;
  readonly durationMs: number | null;
  /** What it has written, and what is said about that. */
  readonly content: string;
  readonly notes: readonly string[];
};

/** Anything else: what it is in a word or two, about what, and a text that belongs to it (empty where there is none). */
export type OccurrenceItem = {
  readonly kind: 'occurrence';
  readonly what: string;
  readonly about: string;
  readonly text: string;
  /** `notable`: something was not as usual. `quiet`: of interest only to who looks for it. */
  readonly weight: 'quiet' | 'plain' | 'notable';
};
