/** A fault that the endpoint can have: its name, what it does, and how it is played in the place of a turn. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChatRequest } from '../chat-request.ts';
import type { Pace, Reply } from '../script.ts';
import { chunksOf, type Wire } from '../wire.ts';

/** A request that the script would answer now. */
export type Moment = {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly request: ChatRequest;
  /** What the script would say. */
  readonly reply: Reply;
  readonly wire: Wire;
  readonly pace: Pace;
  /** Aborted when the endpoint closes. */
  readonly closing: AbortSignal;
};

/**
 * What has become of the turn: `played` (the client has its reply, though badly), `waiting` (the next request is for it), or
 * the `script` shall answer as if there were no fault.
 */
export type Played = 'played' | 'waiting' | 'script';

export type Play = (moment: Moment) => Played | Promise<Played>;

export type EndpointFault = {
  /** As `--fault` takes it. A name that ends in `@N` takes a number. */
  readonly name: string;
  /** What the server does, in a few words. */
  readonly does: string;
  readonly play: (number: number) => Play;
};

export const SSE = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
export const JSON_TYPE = { 'content-type': 'application/json' };

/** The events of the reply as they would go over the wire, without the end mark. */
export function eventsOf({ reply, pace, wire, request }: Moment): readonly string[] {
  return chunksOf(reply, pace, wire, request.includeUsage).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
}

export const END_MARK = 'data: [DONE]\n\n';

/** One event more, with a delta of its own. */
export function eventWith({ wire }: Moment, delta: object): string {
  const { id, model } = wire;
  const choices = [{ index: 0, delta, finish_reason: null }];
  return `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 0, model, choices })}\n\n`;
}

export function errorBody(message: string, fields: object = {}): string {
  return JSON.stringify({ error: { message, ...fields } });
}

/** Until the endpoint closes, or the client has gone. */
export function untilGone({ response, closing }: Moment): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed || closing.aborted) return resolve();
    response.once('close', () => resolve());
    closing.addEventListener('abort', () => resolve(), { once: true });
  });
}

export async function pause({ closing }: Moment, ms: number): Promise<void> {
  await wait(ms, undefined, { signal: closing }).catch(() => undefined);
}

/** Resolves when the bytes are on their way: what is destroyed after that has been sent. */
export function written(response: ServerResponse, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed || bytes.length === 0) return resolve();
    response.write(bytes, () => resolve());
  });
}
