/** What a completion takes and gives. */
import type { Fault, Finish, ImageRef, JsonObject, NativeCalls, Usage } from '@tagma/protocol';
import type { Limits } from './limits.ts';
import type { Quirks } from './quirks.ts';

/**
 * A server, and how to speak to it. Whoever asks it several times gives the same object: what it turns out not to take is
 * remembered by it.
 */
export type Server = {
  /** The base address (`http://127.0.0.1:8080/v1`); see `addressOf` for the forms that are understood. */
  readonly url: string;
  /** Sent as a bearer token where it is not empty, and never shown. */
  readonly apiKey?: string;
  /** The environment variable that `apiKey` is taken from, for advice about it. `TAGMA_API_KEY` where it is left out. */
  readonly keyVariable?: string;
  /** The header that carries the key, bare, where it is not sent as a bearer token (`api-key` for Azure). */
  readonly keyHeader?: string;
  /** More headers of each request. Their values are never shown. */
  readonly headers?: { readonly [name: string]: string };
  /** More fields of each request's query (`api-version`). Their values are never shown. */
  readonly query?: { readonly [name: string]: string };
  /** Certificates of authorities to trust beside the usual ones, in PEM. */
  readonly ca?: string;
  /** The address of the proxy that leads there; see `proxyFor`. None where it is left out. */
  readonly proxy?: string;
  /** Other limits than the usual ones, for this server. */
  readonly limits?: Partial<Limits>;
  readonly quirks?: Quirks;
};

/** One message of a request. */
export type ChatMessage = {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** What the model thought before it said this, of an assistant's message: sent only where a quirk asks for it. */
  readonly reasoning?: string;
  /** Pictures that go with it: of a user's message only. */
  readonly images?: readonly ImageRef[];
};

/** The bytes of a picture; null where they cannot be had. Never rejects. */
export type LoadImage = (image: ImageRef) => Promise<Uint8Array | null>;

/** What the server is asked. */
export type CompletionRequest = {
  readonly model: string;
  /** A message that has been sent is not changed after that: its text is kept for the next request. */
  readonly messages: readonly ChatMessage[];
  /** More fields of the body, named as the server names them (`temperature`, `max_tokens`). None by default. */
  readonly fields?: JsonObject;
  /** The tokens that the model takes in, where it is known: some servers cut what is too long without a word. */
  readonly windowTokens?: number;
  /**
   * How long the caller waits for the first piece of the reply, and between two pieces, where that is less than the limits of
   * the server. For an endpoint that has failed before: it shall not hold up a turn for as long as one that works.
   */
  readonly patienceMs?: number;
  /** Where it is left out, no pictures are sent; else they are where the model takes them. */
  readonly loadImage?: LoadImage;
};

/** A piece of the reply. A field that is there is not empty. */
export type Delta = { readonly text?: string; readonly reasoning?: string };

/** What a completion is given to be stopped by, and to tell its pieces to. */
export type CompletionHooks = {
  /** An abort ends the completion at once, with what has arrived and `finish: 'aborted'`. */
  readonly signal: AbortSignal;
  /** Called for each piece in order. `stop` closes the stream: what has arrived is the reply, its finish is `stop`. */
  readonly onDelta: (delta: Delta) => 'go on' | 'stop';
};

/** All that has arrived of a reply. Native calls are put together; while they stream, nothing is told of them. */
export type Said = { readonly text: string; readonly reasoning: string } & NativeCalls;

/** What was asked in the end. */
export type Sent = {
  /** Whether stop sequences were sent with it: then a reply may end inside an element. */
  readonly stopSent?: true;
  /** Whether pictures were sent with it. */
  readonly imagesSent?: true;
  /** What the request was changed by because the server does not take it as it was: a sentence each, for the person. */
  readonly changes?: readonly string[];
};

/** How a completion ended, with what had arrived, also where it failed. */
export type Completion = Said &
  Sent &
  (
    | { readonly ok: true; readonly finish: Finish | 'aborted'; readonly usage: Usage | null }
    | { readonly ok: false; readonly fault: Fault }
  );
