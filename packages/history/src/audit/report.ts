/**
 * What an audit of one history says: whether the file holds, and what happened in it, as plain data for the terminal, for
 * JSON and for a page. The story stands once, in `timeline`; what else is listed sums it up and names calls by number.
 *
 * Texts are shortened (`Shortened`), and lists end somewhere (`leftOut`): a report stays small, however long the file is.
 * Times are milliseconds since 1970; `record` is the number of a record in the file.
 */
import type { Fault as EndpointFault, OutcomeStatus, RecordKind } from '@tagma/protocol';

export type AuditReport = {
  /** Raised where a member changes its meaning, or goes. */
  readonly format: 1;
  /** As it was named to the audit. */
  readonly file: string;
  readonly bytes: number;
  /** Whether nothing is wrong: no finding is a fault. */
  readonly holds: boolean;
  readonly checks: Checks;
  /** Faults first, each in the order of the file. */
  readonly findings: readonly Finding[];
  /** How many findings there are of each weight, those left out among them. */
  readonly found: { readonly faults: number; readonly notes: number };
  /** Null where not even the first record can be read. */
  readonly session: SessionReport | null;
  readonly timeline: readonly TimelineEntry[];
  readonly turns: readonly TurnReport[];
  readonly files: readonly FileReport[];
  readonly network: readonly HostReport[];
  readonly totals: Totals;
  /** How long the session was in each state, the longest first. */
  readonly states: readonly StateTime[];
  /** How many of each list are not in the report, for it would grow too long. */
  readonly leftOut: {
    readonly timeline: number;
    readonly turns: number;
    readonly findings: number;
    readonly files: number;
  };
};

/** A text, or its beginning: `characters` is how long all of it is. */
export type Shortened = { readonly text: string; readonly characters: number };

export type Checks = {
  /** Nothing was changed, removed, added or moved. It cannot show a cut tail, or a file that was written anew as a whole. */
  readonly chain: CheckResult;
  /** Each record holds what its kind and type say. */
  readonly records: CheckResult;
  /** What must be so in every session: nothing ran without leave, each action was answered, limits were kept. */
  readonly invariants: CheckResult;
  /** The machine, driven again from the file's events, makes every other record of it again. */
  readonly replay: CheckResult;
  /** The session stands in the file to its end. */
  readonly end: CheckResult;
};

export type CheckName = keyof Checks;

/** `skipped`: it was not asked for, or could not be done. `words` is one line for a person. */
export type CheckResult = { readonly result: 'holds' | 'faulty' | 'skipped'; readonly words: string };

/** Something that a reader of the report must know: a `fault` says that the file does not hold, a `note` does not. */
export type Finding = {
  readonly weight: 'fault' | 'note';
  readonly check: CheckName;
  /** What it is, for a program: `ran-without-leave`. All of them are in `docs/history.md`. */
  readonly code: string;
  /** The first record that it is about; null where it is about the file. */
  readonly record: number | null;
  /** For a person: one sentence. */
  readonly message: string;
};

export type SessionReport = {
  readonly id: string;
  readonly program: string;
  readonly behaviour: number;
  /** The working folder. */
  readonly folder: string;
  readonly startedAt: number;
  /** The time of the last record. */
  readonly lastAt: number;
  /** `cut off`: the file ends while something was under way, or at rest without the event that ends a session. */
  readonly end: 'ended' | 'cut off';
  /** Nobody could be asked. */
  readonly headless: boolean;
  readonly sandbox: boolean;
  /** The permission mode at the start. */
  readonly mode: string;
  /** The rules at the start. */
  readonly rules: readonly RuleReport[];
  /** In the order in which they were first asked. */
  readonly models: readonly ModelReport[];
  /** How often it was taken up again, and from what it was copied. */
  readonly resumes: readonly ResumeReport[];
  /** Whole records in their place, and the hash of the last of them: what a seal keeps. */
  readonly records: number;
  readonly hash: string;
};

/** A rule as a person writes it, `Bash(npm test)`, and where it is from (`option`, `user`, `project`, `local`, `answer`). */
export type RuleReport = { readonly says: string; readonly rule: string; readonly from: string };

export type ModelReport = {
  readonly endpoint: string;
  readonly model: string;
  readonly requests: number;
  readonly usage: UsageReport;
};

/** `parent` is null where the same file went on. */
export type ResumeReport = {
  readonly record: number;
  readonly at: number;
  readonly program: string;
  readonly parent: { readonly session: string; readonly record: number; readonly hash: string } | null;
};

/** Tokens and money as endpoints counted them; `uncounted` replies came without a count, and are in none of the sums. */
export type UsageReport = {
  readonly replies: number;
  readonly uncounted: number;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  readonly cost: number;
};

export type TurnReport = {
  /** From 1, over the whole session. */
  readonly turn: number;
  readonly record: number;
  readonly startedAt: number;
  /** Null where it has not ended. */
  readonly endedAt: number | null;
  /** How long the person was waited for. */
  readonly waitedMs: number;
  readonly prompt: Shortened;
  readonly calls: number;
  readonly usage: UsageReport;
  /** `done`, `failed`, `limit`, `uncorrected`, `aborted`; null where it has not ended. */
  readonly result: string | null;
};

export type FileReport = {
  /** As the tool names it: absolute. */
  readonly path: string;
  readonly changes: readonly FileChange[];
  /** Lines that all its diffs add and remove. */
  readonly added: number;
  readonly removed: number;
};

/** What changed a file: a call, or an undo of the person (then `call` is null). */
export type FileChange = {
  readonly record: number;
  readonly at: number;
  readonly call: number | null;
  readonly how: 'created' | 'changed' | 'taken back';
  /** A unified diff. Null where the history has none: the file was too large, or was written by a tool that gives none. */
  readonly diff: Shortened | null;
};

/** A host that calls were to talk to; `*` where it is not known which. */
export type HostReport = { readonly host: string; readonly calls: readonly number[] };

export type StateTime = { readonly state: string; readonly ms: number; readonly times: number };

export type Totals = {
  readonly turns: number;
  /** Calls in all, and by how they ended; `open` have no answer in the file. */
  readonly calls: { readonly all: number; readonly open: number } & { readonly [status in OutcomeStatus]: number };
  /** Calls by who let them run, or did not. */
  readonly decisions: {
    readonly byRule: number;
    readonly byMode: number;
    readonly byPerson: number;
    /** The machine's own tools: nobody has to allow them. */
    readonly byNobody: number;
    readonly denied: number;
  };
  /** Commands that ran, and how many of them ended with another exit code than 0, or by a signal. */
  readonly commands: { readonly ran: number; readonly failed: number };
  readonly filesChanged: number;
  readonly usage: UsageReport;
  /** Repairs of replies, the most frequent first. */
  readonly repairs: readonly { readonly repair: string; readonly times: number }[];
  readonly faults: number;
  readonly retries: number;
  readonly compactions: number;
  readonly modelSwitches: number;
  readonly undos: number;
  /** Events that somebody at the gate has changed, or kept from the machine; and hooks that failed. */
  readonly eventsChanged: number;
  readonly eventsDropped: number;
  readonly hooksFailed: number;
  /** From the first record to the last. */
  readonly ms: number;
  /** Of these, how long the person was waited for, in turns. */
  readonly waitedMs: number;
  /** Records by kind. */
  readonly records: { readonly [kind in RecordKind]: number };
};

/** What happened, in order. `record` is the event (or the note) that it is about; `turn` is 0 between turns. */
export type TimelineEntry = { readonly record: number; readonly at: number; readonly turn: number } & (
  | SessionEntry
  | PromptEntry
  | ReplyEntry
  | CallEntry
  | FaultEntry
  | CompactionEntry
  | ModelEntry
  | ModeEntry
  | RuleEntry
  | UndoEntry
  | LimitEntry
  | ControlEntry
  | GateEntry
  | TurnEndEntry
);

export type SessionEntry = {
  readonly kind: 'session';
  readonly what: 'started' | 'resumed' | 'ended';
  /** One line: the program, the parent, the reason. */
  readonly words: string;
};

/** What the person said. `steer`: for the turn that runs. `queued`: it had to wait for its turn. */
export type PromptEntry = {
  readonly kind: 'prompt';
  readonly how: 'prompt' | 'steer';
  readonly queued: boolean;
  readonly text: Shortened;
};

export type ReplyEntry = {
  readonly kind: 'reply';
  /** `summary`: it sums up the conversation. `cut`: an abort has cut it, and nothing in it ran. */
  readonly what: 'reply' | 'summary' | 'cut';
  readonly endpoint: string;
  readonly model: string;
  /** From the request to its end. */
  readonly durationMs: number;
  readonly finish: string;
  /** Empty where there is none of it. */
  readonly thought: Shortened;
  readonly loose: Shortened;
  readonly final: Shortened | null;
  readonly repairs: readonly string[];
  /** What could not be understood; null where all could. */
  readonly error: string | null;
  /** The numbers of its calls. */
  readonly calls: readonly number[];
  /** Null where the endpoint does not say. */
  readonly tokens: { readonly input: number; readonly output: number; readonly cached: number } | null;
  readonly cost: number | null;
};

/** One action: what was asked, who let it run, what came of it. `record` and `at` are those of the reply that it stands in. */
export type CallEntry = {
  readonly kind: 'call';
  readonly call: number;
  readonly tool: string;
  readonly params: readonly { readonly name: string; readonly value: Shortened }[];
  /** Each decision on it in order: more than one where it was decided anew. */
  readonly decisions: readonly DecisionReport[];
  /** What it would do, as found out before the last decision; null where that was never looked at. */
  readonly facts: FactsReport | null;
  /** Each time that it ran, in order. */
  readonly runs: readonly RunReport[];
  readonly answer: AnswerReport | null;
};

export type DecisionReport = {
  /** Of the note that holds the verdict. */
  readonly record: number;
  readonly at: number;
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** The rule or the mode that gave it, in the machine's words. */
  readonly by: string;
  readonly who: 'rule' | 'mode' | 'deny list' | 'sandbox';
  /** The rules that `by` names, and where they are from. */
  readonly rules: readonly RuleReport[];
  /** Where the person was asked. */
  readonly asked: AskedReport | null;
};

export type AskedReport = {
  readonly record: number;
  /** It would run again, outside of the sandbox. */
  readonly outside: boolean;
  /** Null where no answer came: the turn was stopped, or the mode was changed first. */
  readonly answer: 'once' | 'always' | 'no' | null;
  /** The record and the time of the answer; null without one. */
  readonly answeredIn: number | null;
  readonly answeredAt: number | null;
  readonly reason: string;
};

export type FactsReport = {
  readonly readOnly: boolean;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  readonly runs: readonly string[];
  readonly network: readonly string[];
  readonly unknown: string | null;
  readonly forbidden: string | null;
};

export type RunReport = {
  /** Of the effect that asked for it. */
  readonly record: number;
  readonly at: number;
  /** Within what a sandbox held it, in a few words; null where there was none around it. */
  readonly bounds: string | null;
  /** `ended`; `not run`: it would have done something else than what was allowed; `unknown`: the file does not say. */
  readonly end: 'ended' | 'not run' | 'unknown';
  readonly durationMs: number | null;
  /** Of a command; null for all else, and where a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
};

/** What the model was told. */
export type AnswerReport = {
  readonly record: number;
  readonly at: number;
  readonly status: OutcomeStatus;
  /** `tool`: it ran. `person`: the person answered, or said no. `rules`: a rule or the mode did. `machine`: nothing ran, nobody was asked. */
  readonly by: 'tool' | 'person' | 'rules' | 'machine';
  readonly content: Shortened;
  readonly notes: readonly string[];
  /** What it changed in a file, where the history has it. */
  readonly diff: Shortened | null;
};

/** The endpoint failed. `retry` says when the same was asked again; null where it was not. */
export type FaultEntry = {
  readonly kind: 'fault';
  readonly endpoint: string;
  readonly model: string;
  readonly fault: EndpointFault['kind'];
  readonly status: number | null;
  readonly message: string;
  readonly retry: { readonly ms: number; readonly retry: number; readonly retriesMax: number } | null;
};

export type CompactionEntry = {
  readonly kind: 'compaction';
  readonly how: 'pruned' | 'summarised' | 'cut';
  readonly why: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
};

/** Another model is asked from here on; or (`window`) it was found out how much the one that is asked takes in. */
export type ModelEntry = {
  readonly kind: 'model';
  readonly why: 'chosen' | 'failing' | 'new turn' | 'window';
  /** One line: the model and where, or the window and who says so. */
  readonly words: string;
};

export type ModeEntry = { readonly kind: 'mode'; readonly mode: string; readonly by: 'person' | 'plan' };

export type RuleEntry = { readonly kind: 'rule'; readonly change: 'added' | 'removed'; readonly rule: RuleReport };

/** `status` is null where it has not ended. */
export type UndoEntry = {
  readonly kind: 'undo';
  readonly steps: number | 'turn';
  readonly status: OutcomeStatus | null;
  readonly content: Shortened;
  readonly paths: readonly string[];
  readonly diff: Shortened | null;
};

/** `answer` is null where none came. */
export type LimitEntry = {
  readonly kind: 'limit';
  readonly limit: string;
  readonly used: number;
  readonly max: number;
  readonly reason: string;
  readonly answer: 'go on' | 'stop' | null;
};

/** The person, or a signal, has stopped, paused, resumed or stepped the session, asked for a compaction, or took back a message. */
export type ControlEntry = {
  readonly kind: 'control';
  readonly what: 'abort' | 'pause' | 'resume' | 'step' | 'compact' | 'withdraw';
  readonly words: string;
};

/** Somebody at the gate changed or dropped an event, a hook there failed, or the machine took no notice of an event. */
export type GateEntry = {
  readonly kind: 'gate';
  readonly what: 'changed' | 'dropped' | 'hook failed' | 'ignored';
  /** The type of the event; empty where a hook failed. */
  readonly event: string;
  /** Who did it, or which hook; of an ignored event `late` or `not now`. */
  readonly by: string;
  /** The event as it was before, as JSON; of a hook its message. Null where there is nothing more to say. */
  readonly original: Shortened | null;
  /** The event as it went on, as JSON; null where it did not. */
  readonly became: Shortened | null;
};

export type TurnEndEntry = {
  readonly kind: 'turn-end';
  /** `done`, `failed`, `limit`, `uncorrected`, `aborted`. */
  readonly result: string;
  /** One line: the fault, the limit, who stopped it; empty where it is done. */
  readonly words: string;
  /** The calls that were denied in it. */
  readonly denials: readonly number[];
};
