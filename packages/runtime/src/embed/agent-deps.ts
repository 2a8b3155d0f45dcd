/** What a program brings that has one question answered (`runAgent`), and what it is given back. */
import type { TurnResult } from '@tagma/core';
import type { Outcome, Params, ParamsSchema, ToolSpec } from '@tagma/protocol';
import type { Clock } from '../deps.ts';
import type { Hook } from '../hooks/hook.ts';

/** What `runAgent` is given beside the question: `callLLM` and `tools` have to be there. */
export type AgentDeps = {
  /**
   * One completion: the text of the model's reply to these messages. Where it rejects, or gives anything but a text, the run ends
   * with the result `failed` and its message: it tries again by itself, if it wants to.
   */
  readonly callLLM: CallLLM;
  /** By name. A function takes the text of the action; a described tool has parameters and says what it is for. */
  readonly tools: { readonly [name: string]: AgentTool };
  /** The system prompt. Left out: one that says the form of a reply, and names the tools. */
  readonly loadPrompt?: (tools: readonly ToolSpec[]) => string | Promise<string>;
  /** Called once, when the run has ended, however it did. Where it rejects, `runAgent` does. */
  readonly writeHistory?: (logEntries: readonly string[]) => void | Promise<void>;
  /** Each reply of the model as it came, and its number from 0. What it throws is passed over. */
  readonly onAssistantStep?: (text: string, step: number) => void;
  /** Replies of the model, at most: 100 where it is left out. */
  readonly maxSteps?: number;
  /** Asked in this order at the points that they are for. */
  readonly hooks?: readonly Hook[];
  /** Its abort ends the run, with the result `aborted`. */
  readonly signal?: AbortSignal;
  /** How the history names the session; a random UUID where it is left out. */
  readonly session?: string;
  /** The time of this machine where it is left out. */
  readonly clock?: Clock;
};

/** `signal` aborts when the reply is no longer wanted; nobody waits for it then. */
export type CallLLM = (messages: readonly AgentMessage[], signal: AbortSignal) => Promise<string>;

/** One message, as chat completions have them. */
export type AgentMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** A tool of the program's own, in its short or its long form. */
export type AgentTool = AgentFunction | DescribedTool;

/** Takes the text between the tags of the action. What it throws is told to the model as an error. */
export type AgentFunction = (input: string, context: AgentToolContext) => string | Promise<string>;

/** What it throws is told to the model as an error, and so is a call whose parameters do not fit; that one does not run. */
export type DescribedTool = Omit<ToolSpec, 'name' | 'parameters'> & {
  /** None where it is left out. */
  readonly parameters?: ParamsSchema;
  /** The parameters have been checked against `parameters`. */
  readonly run: (params: Params, context: AgentToolContext) => AgentOutput | Promise<AgentOutput>;
};

/** A text is an outcome that is `ok`. */
export type AgentOutput = string | Outcome;

/** `signal` aborts when the call is no longer wanted; nobody waits for it then. */
export type AgentToolContext = { readonly signal: AbortSignal };

/** What `runAgent` gives. */
export type AgentAnswer = {
  /** The final answer; where there is none, a sentence that says why. */
  readonly answer: string;
  /** The history, whole: its head, one entry a record, its end. Joined, they are the file that `tagma verify` and `tagma view` take. */
  readonly logEntries: readonly string[];
  /** How it ended. */
  readonly result: TurnResult;
};
