/**
 * What an audit of one history says: whether the file holds, and what happened in it, as plain data for the terminal, for
 * JSON and for a page. What happened in between, reply by reply, is told by `timelineOf`.
 *
 * Texts are shortened (`Shortened`), and lists end somewhere (`leftOut`): a report stays small, however long the file is.
 * Times are milliseconds since 1970; `record` is the number of a record in the file.
 */
import type { OutcomeStatus, RecordKind } from '@tagma/protocol';

/** What an audit has found, with how it is told to programs. */
export type AuditReport = {
  /** Raised where a member changes its meaning, or goes. */
  readonly format: 1;
  /** As it was named to the audit. */
  readonly file: string;
  readonly bytes: number;
  /** Whether nothing is wrong, no finding is a fault, and all of it could be judged: nothing is by a newer program. */
  readonly holds: boolean;
  /** The same for a person, with what the file does: "holds", "does not hold: 2 faults". */
  readonly headline: string;
  readonly checks: Checks;
  /** Faults first, each in the order of the file. */
  readonly findings: readonly Finding[];
  /** How many findings there are of each weight, those left out among them. */
  readonly found: { readonly faults: number; readonly notes: number };
  /** Null where not even the first record can be read. */
  readonly session: SessionReport | null;
  readonly turns: readonly TurnReport[];
  readonly calls: readonly CallReport[];
  readonly happenings: readonly Happening[];
  readonly files: readonly FileReport[];
  readonly network: readonly HostReport[];
  readonly totals: Totals;
  /** How long the session was in each state, the longest first; `away` is the time until it was taken up again. */
  readonly states: readonly StateTime[];
  /** How many of each list are not in the report, for it would grow too long. */
  readonly leftOut: {
    readonly findings: number;
    readonly turns: number;
    readonly calls: number;
    readonly happenings: number;
    readonly files: number;
  };
};

/** A text, or its beginning: `characters` is how long all of it is. */
export type Shortened = { readonly text: string; readonly characters: number };

/** What was checked, and whether it holds. */
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

/** The name of a check. */
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

/** How the session was set up, and how it ended. */
export type SessionReport = {
  /** As the head of the file names it: a fork has another name than its first record says. */
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

/** One model that was asked, and what it has used up. */
export type ModelReport = {
  readonly endpoint: string;
  readonly model: string;
  readonly requests: number;
  readonly usage: UsageReport;
};

/** What a session may do, from a record on. A limit of 0 is none. */
export type SettingsReport = {
  readonly folder: string;
  readonly mode: string;
  readonly rules: readonly RuleReport[];
  readonly headless: boolean;
  readonly sandbox: boolean;
  readonly turnsMax: number;
  readonly tokensMax: number;
  readonly costMax: number;
  readonly timeMsMax: number;
  /** Of the session, since it began or was taken up again. */
  readonly sessionTokensMax: number;
  readonly sessionCostMax: number;
};

/** `parent` is null where the same file went on. */
export type ResumeReport = {
  readonly record: number;
  readonly at: number;
  readonly program: string;
  /** From here on. */
  readonly settings: SettingsReport;
  /** What of them is another thing than right before, for a person: "mode trust (was default)". */
  readonly changed: readonly string[];
  readonly parent: { readonly session: string; readonly record: number; readonly hash: string } | null;
};

/** Tokens as endpoints counted them, and money as they did, or by the prices of the models; `uncounted` replies came without a count, and are in none of the sums. */
export type UsageReport = {
  readonly replies: number;
  readonly uncounted: number;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  readonly cost: number;
};

/** One turn: a prompt and what came of it. */
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

/** What calls have made of one file. */
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
  readonly how: 'created' | 'changed' | 'deleted' | 'taken back';
  /** A unified diff. Null where the history has none: the file was too large, or a command changed it. */
  readonly diff: Shortened | null;
};

/** A host that calls were to talk to; `*` where it is not known which. */
export type HostReport = { readonly host: string; readonly calls: readonly number[] };

/** How long the machine was in a state, in milliseconds, and how often. */
export type StateTime = { readonly state: string; readonly ms: number; readonly times: number };

/** The figures of the whole session. */
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
  /** Commands that ran, and how many of them did not end well: with another exit code than 0, by a signal, too late. */
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
  /** Commands that the person ran himself. */
  readonly ownCommands: number;
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

/** One action: what was asked for, who let it run, what came of it. */
export type CallReport = {
  /** Of the reply that it stands in; the time as well. */
  readonly record: number;
  readonly at: number;
  /** 0 before the first. */
  readonly turn: number;
  readonly call: number;
  readonly tool: string;
  readonly params: readonly { readonly name: string; readonly value: Shortened }[];
  /** In order: more than one where it was decided anew. None where nobody has to decide, or nobody did. */
  readonly decisions: readonly DecisionReport[];
  /** Each time that it ran, in order. */
  readonly runs: readonly RunReport[];
  /** Null where the file ends before its answer. */
  readonly status: OutcomeStatus | null;
  /** Of a command; null for all else, and where a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The hosts that it was to talk to. */
  readonly network: readonly string[];
};

/** Who let a call run, or did not. */
export type DecisionReport = {
  /** Of the note that holds the verdict. */
  readonly record: number;
  /** `allow`, `ask` or `deny`. */
  readonly verdict: string;
  /** What gave it: a rule, the mode, or what is forbidden in every mode; a sandbox had stopped the call, or a hook refused it. */
  readonly who: 'rule' | 'mode' | 'deny list' | 'sandbox' | 'hook';
  /** The same in the machine's words. */
  readonly by: string;
  /** The rules that it names. */
  readonly rules: readonly RuleReport[];
  /** What the person answered; null where nobody was asked. */
  readonly asked: {
    /** `once`, `always` or `no`; null where no answer came: the turn was stopped, or the mode was changed first. */
    readonly answer: string | null;
    readonly reason: string;
    /** It would run again, outside of the sandbox. */
    readonly outside: boolean;
    readonly waitedMs: number | null;
  } | null;
};

/** One run of a call's tool. */
export type RunReport = {
  /** Of the effect that asked for it. */
  readonly record: number;
  /** Within what a sandbox held it, in a few words; null where there was none around it. */
  readonly bounds: string | null;
  /** `skipped`: it was not run, for it would have done something else than what was allowed. Null where the file does not say. */
  readonly status: OutcomeStatus | null;
  readonly durationMs: number | null;
};

/**
 * What else is worth a line: faults of the endpoint and retries, compactions, switches of the model and of the mode, limits,
 * undo, commands of the person's own, what was changed or dropped at the gate, hooks that failed, a session taken up again, a turn that came to no good end.
 */
export type Happening = {
  readonly record: number;
  readonly at: number;
  readonly turn: number;
  /** In a few words: "the endpoint failed". */
  readonly what: string;
  /** About what or whom, in a line; empty where there is nothing to say. */
  readonly about: string;
};
