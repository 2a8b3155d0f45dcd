import type { Json } from '../json.ts';
import type { ToolSpec } from '../tool-spec.ts';

/** Why a reply, or an action in it, cannot be taken. `message` says where (line) and what, for the model to act on. */
export type ReplyError = {
  readonly code: 'no-element' | 'truncated' | 'unknown-tool' | 'bad-params';
  readonly message: string;
};

/** The parameters of a call, by name. */
export type Params = { readonly [name: string]: Json };

/** One action of a reply. An action in `error` is listed, so that it can be answered, and never runs. */
export type ReplyAction = {
  readonly tool: string;
  readonly params: Params;
  /** Parameters whose entities were decoded, as the model wrote them: `edit` tries both. */
  readonly asWritten?: { readonly [name: string]: string };
  readonly error: ReplyError | null;
};

/**
 * How a reply was mended before it was understood: `unclosed`, `entities`, `fence`, `attribute`, `after-final`,
 * `premature-final`, `forged-observation`, `dialect:NAME`. Each once, in the order in which it was first needed.
 */
export type Repair = string;

/** A thought. Only one written as `<thought>` goes back to the model; `<think>` and reasoning fields do not. */
export type Thought = { readonly text: string; readonly written: boolean };

/** A reply, understood. */
export type Reply = {
  readonly thoughts: readonly Thought[];
  readonly actions: readonly ReplyAction[];
  readonly final: string | null;
  /** Text outside of every element. */
  readonly loose: string;
  readonly repairs: readonly Repair[];
  readonly error: ReplyError | null;
  /** A thought was closed that nothing had opened: the server's template does, and will again (`startsInThought`). */
  readonly startedInThought?: true;
};

/** Why the endpoint stopped: of its own accord (also by a stop sequence), or because its limit was reached. */
export type Finish = 'stop' | 'length';

/** How a reply is to be read. */
export type ReplyOptions = {
  readonly tools: readonly ToolSpec[];
  /** The endpoint's template opens a thought before the reply begins: nothing is live before the first closing tag. */
  readonly startsInThought?: boolean;
  /**
   * Stop sequences were sent, and servers strip them: a missing `</action>` behind closed parameters is no repair, and a
   * parameter that is still open may have held the sequence, so it is cut.
   */
  readonly stopSent?: boolean;
  /** The only block of code for a shell, in a reply without an element, is an action of `bash`. */
  readonly bashFence?: boolean;
};

/**
 * What can be shown of a reply while it streams. The last thought or action, and the final, may still grow.
 * Values here are as written so far, without layout and CDATA tags: neither trimmed, nor decoded, nor coerced. A text is
 * always a beginning of what it becomes; a plain body is shown once it is closed.
 */
export type PartialReply = {
  readonly thoughts: readonly string[];
  readonly actions: readonly { readonly tool: string; readonly params: { readonly [name: string]: string } }[];
  readonly final: string | null;
  readonly loose: string;
  /** Set as soon as all that follows would be dropped: the stream can be cancelled. */
  readonly over: 'final' | 'forged-observation' | null;
};
