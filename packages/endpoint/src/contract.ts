/** What a completion takes and gives. */
import type { Fault, Finish, JsonObject, NativeCalls, Usage } from '@tagma/protocol';
import type { Limits } from './limits.ts';

export type Server = {
  /** The base address (`http://127.0.0.1:8080/v1`); see `addressOf` for the forms that are understood. */
  readonly url: string;
  /** Sent as a bearer token where it is not empty, and never shown. */
  readonly apiKey?: string;
  /** The environment variable that `apiKey` is taken from, for advice about it. `TAGMA_API_KEY` where it is left out. */
  readonly keyVariable?: string;
  /** Other limits than the usual ones, for this server. */
  readonly limits?: Partial<Limits>;
};

export type ChatMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

export type CompletionRequest = {
  readonly model: string;
  /** A message that has been sent is not changed after that: its text is kept for the next request. */
  readonly messages: readonly ChatMessage[];
  /** More fields of the body, named as the server names them (`temperature`, `max_tokens`). None by default. */
  readonly fields?: JsonObject;
};

/** A piece of the reply. A field that is there is not empty. */
export type Delta = { readonly text?: string; readonly reasoning?: string };

export type CompletionHooks = {
  /** An abort ends the completion at once, with what has arrived and `finish: 'aborted'`. */
  readonly signal: AbortSignal;
  /** Called for each piece in order. `stop` closes the stream: what has arrived is the reply, its finish is `stop`. */
  readonly onDelta: (delta: Delta) => 'go on' | 'stop';
};

/** All that has arrived of a reply. Native calls are put together; while they stream, nothing is told of them. */
export type Said = { readonly text: string; readonly reasoning: string } & NativeCalls;

/** How a completion ended, with what had arrived, also where it failed. */
export type Completion =
  | ({ readonly ok: true; readonly finish: Finish | 'aborted'; readonly usage: Usage | null } & Said)
  | ({ readonly ok: false; readonly fault: Fault } & Said);
