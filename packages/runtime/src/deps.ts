/** What a session needs from the world, each as a small named object, so that a test or an embedder can bring its own. */
import type { AgentEvent, Fact, Guide, Message, ModelChoice, ModelRef, Snapshot } from '@tagma/core';
import type { Completion, CompletionHooks, LoadImage } from '@tagma/endpoint';
import type { Bounds, Facts, FindSecrets, HistoryRecord, Outcome, Params } from '@tagma/protocol';
import type { Hook } from './hooks/hook.ts';
import type { Redactor } from './redact.ts';
import type { Redaction } from './redact-stream.ts';

/** All that a session does to the world and learns from it. Nothing else is touched. */
export type SessionDeps = {
  readonly model: Model;
  readonly tools: Tools;
  readonly facts: TakeFacts;
  /**
   * Asked once more right before a call runs: where it would do something else by now, it does not run and is decided anew.
   * Left out: what was found first holds.
   */
  readonly factsAgain?: TakeFacts;
  /** Asked after each call for the folders that it has touched. Left out: nothing more is told of them than the system prompt does. */
  readonly findGuides?: FindGuides;
  /** The text of a plan; empty where there is no such file. `file` is relative to the project folder. */
  readonly readPlan: (file: string) => Promise<string>;
  /**
   * The tokens of all these texts, by an exact encoder: asked, beside all else, where the settings want it (`countsTokens`) and much
   * of the window is used by the estimate. Rejects where it cannot. Left out: nothing is counted.
   */
  readonly countTokens?: CountTokens;
  /** Null keeps no history. */
  readonly history: HistorySink | null;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Secrets of connections, by name: each is replaced by `[redacted:NAME~xxxx]` before the machine is told, and never put back.
   * May grow while the session runs.
   */
  readonly secrets: ReadonlyMap<string, string>;
  /** Finds secrets beside those that are known and those that can be told by their look: the person's own patterns. */
  readonly findOwnSecrets?: FindSecrets | null;
  /**
   * The names of redactions (`redactedNames`) in a history that goes on here. Their secrets are not known any more: a call
   * that uses one does not run, and no other secret is given the name.
   */
  readonly namesInHistory?: ReadonlySet<string>;
  /** From 0 to 1, and never 1: draws the mark of this session's names for secrets. Left out: the system's. */
  readonly chance?: () => number;
  /** Where full outputs are kept that were too long for the model. */
  readonly outputFolder: string;
  /** Null, or left out: every fact passes at once. */
  readonly gate?: Gate | null;
  /** Asked in this order at the points that they are for. Left out: there are none, and the history says nothing of any. */
  readonly hooks?: readonly Hook[];
};

/** What the performers need: the same without the secrets of connections, and what takes secrets out and puts some back. */
export type PerformerDeps = Omit<SessionDeps, 'secrets'> & { readonly redactor: Redactor };

/**
 * Asked about every fact before the machine is told, one at a time, in order: a log, a stepper, a breakpoint. While a
 * promise is open, what comes later waits. Where it throws or rejects, or its answer is none of these, the fact passes as
 * it is, and `hook.failed` is recorded.
 * @param event stamped, with secrets taken out
 * @param snapshot of the machine that would be told
 * @param signal aborts when the session stops: then nobody waits for the answer any more; this fact and all that come
 *   after it pass
 */
export type Gate = (event: AgentEvent, snapshot: Snapshot, signal: AbortSignal) => Passage | Promise<Passage>;

/** What becomes of a fact at the gate. `by` says who decided, for the record. */
export type Passage =
  | { readonly kind: 'pass' }
  /** The machine is told of this fact instead; the record holds both. */
  | { readonly kind: 'replace'; readonly by: string; readonly fact: Fact }
  /**
   * The machine is never told. What waits for it goes on waiting; an abort is the way on. The answer to a request that
   * has been cancelled cannot be dropped, for the abort would wait for ever.
   */
  | { readonly kind: 'drop'; readonly by: string };

/** The models of a session, each asked by its name. */
export type Model = {
  /** One completion. Never rejects. `onDelta` answers `stop` where the rest is not wanted. */
  ask(messages: readonly Message[], hooks: ModelHooks, asked: ModelAsked): Promise<ModelReply>;
  /** How many tokens a model takes in, and who says so. Where it is left out, the session says that it is not known. */
  window?(model: ModelRef, signal: AbortSignal): Promise<WindowSaid>;
};

/** Which model is asked, and what for. */
export type ModelAsked = {
  readonly model: ModelChoice;
  readonly purpose: 'reply' | 'summary';
  /** For how many milliseconds a sign of life is waited for, where that is less than usual: the model has been failing. */
  readonly patienceMs?: number;
  /** The pictures that the messages refer to. */
  readonly loadImage: LoadImage;
};

/** `source` in a few words, for the person. */
export type WindowSaid = { readonly tokens: number; readonly source: string };

/** What a request to a model is given to be stopped by, and to tell its pieces to. */
export type ModelHooks = CompletionHooks;
/** How a request to a model has ended. */
export type ModelReply = Completion;

/** Never rejects. */
export type Tools = {
  /** Runs a tool by name. */
  run(name: string, params: Params, context: ToolRunContext): Promise<Outcome>;
  /** Takes back what tools have changed, for the person: so many steps, or those of the last turn that changed any. Left out: nothing can be. */
  undo?(steps: number | 'turn', context: ToolRunContext): Promise<Outcome>;
  /** Shows what the person names in a prompt, as `read` does a file and `ls` a folder, whether the model has those or not. Left out: nothing is attached. */
  look?(what: Looked, context: ToolRunContext): Promise<Outcome>;
  /** Runs a command of the person's own, outside of any sandbox. Left out: none can be run. */
  shell?(command: string, context: ToolRunContext): Promise<Outcome>;
};

/** A file or a folder by its absolute path, and how much of it: lines from `offset` on, names in a folder. */
export type Looked = {
  readonly kind: 'file' | 'folder';
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
};

/**
 * What the project says of the folders of these paths, as far as it is not among `known`. Never rejects.
 * @param windowTokens of the model; 0 where it is not known
 */
export type FindGuides = (
  paths: readonly string[],
  known: readonly string[],
  windowTokens: number,
) => Promise<readonly Guide[]>;

/** How many tokens all these texts have together, by an exact encoder. Rejects where it cannot tell. */
export type CountTokens = (texts: readonly string[], signal: AbortSignal) => Promise<number>;

/** What a tool is given beside its parameters. */
export type ToolRunContext = {
  readonly folder: string;
  /** The number of the turn, from 1: its changes of files can be taken back as one. */
  readonly turn: number;
  /** Within what a sandbox holds the call's command; null where there is none around it. */
  readonly bounds: Bounds | null;
  /** Whether the call was found to change nothing: what it starts is to start nothing else. */
  readonly looksOnly: boolean;
  /** Whether it could not be analysed what the call would do. */
  readonly unanalysed: boolean;
  /** Aborts when the call is no longer wanted: it ends in good order. */
  readonly signal: AbortSignal;
  /** Aborts when the session stops: what still runs is killed. */
  readonly shutdown: AbortSignal;
  readonly outputFolder: string;
  /** How many bytes of its output the model is shown at most. Left out: as many as tools show at most. */
  readonly outputBytesMax?: number;
  /** For bytes as characters of Latin-1: takes the secrets out of what is kept in the output folder. */
  readonly masking: () => Redaction;
  /** Parameters whose entities were decoded, as the model wrote them. */
  readonly asWritten: { readonly [name: string]: string };
  /** Shows a piece of what the call puts out, while it runs. */
  readonly onOutput: (text: string) => void;
};

/** Finds out what a call would do, and does none of it. `folder` is that of the project, absolute. */
export type TakeFacts = (
  call: {
    readonly tool: string;
    readonly params: Params;
    /** Parameters whose entities were decoded, as the model wrote them. */
    readonly asWritten?: { readonly [name: string]: string };
  },
  place: { readonly folder: string },
) => Promise<Facts>;

/** Where records go. With `sync` they are on the disk when it returns. */
export type HistorySink = {
  /** Never throws: `message` says to a person why they could not be written. */
  append(
    records: readonly HistoryRecord[],
    options: { readonly sync: boolean },
  ): { readonly ok: true } | { readonly ok: false; readonly message: string };
};

/** The time, and waiting: a test brings one of its own. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Where a session tells what it does, for whoever looks into it: fields first, then a sentence. The secrets have been taken
 * out.
 */
export type Log = {
  /** What only whoever looks for a mistake wants to read; left out where nobody does. */
  readonly debug?: (fields: object, message: string) => void;
  /** What a session does: a request, a call, its end. */
  readonly info: (fields: object, message: string) => void;
  /** What did not work, and is no mistake of the program: a request that failed. Left out where nobody wants it apart. */
  readonly warn?: (fields: object, message: string) => void;
  /** What must not happen: a mistake of the program, with its stack; a history that cannot be written. */
  readonly error: (fields: object, message: string) => void;
};
