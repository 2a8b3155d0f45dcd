/** A question with a short answer in JSON: which models there are, how large a window is. */
import type { Address } from './address.ts';
import { routeTo } from './connections.ts';
import type { Server } from './contract.ts';
import { type Awaits, type Ending, exchange, type Reader } from './exchange.ts';
import { type Limits, limitsOf, MODELS_BODY_BYTES_MAX } from './limits.ts';
import { headersOf } from './request.ts';

export type Answered = {
  readonly ending: Ending;
  /** 0 where nothing was answered. */
  readonly status: number;
  readonly body: string;
};

/** @param url of the server's own. @param body in JSON, for what is asked by POST. */
export async function ask(
  server: Server,
  address: Address,
  { url, body = null, limits = {} }: { url: URL; body?: string | null; limits?: Partial<Limits> },
  signal: AbortSignal,
): Promise<Answered> {
  const answer = { status: 0, body: '' };
  const type = body === null ? {} : { 'content-type': 'application/json' };
  const outgoing = {
    method: body === null ? 'GET' : 'POST',
    url,
    headers: { ...headersOf(address, 'application/json'), ...type },
    body,
    route: routeTo(server, address),
  } as const;
  const ending = await exchange(outgoing, collector(answer), limitsOf({ ...server.limits, ...limits }), signal);
  return { ending, ...answer };
}

/** Undefined for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collector(answer: { status: number; body: string }): Reader {
  const decoder = new TextDecoder();
  return {
    onHead(status): Awaits {
      answer.status = status;
      return 'more';
    },
    onBytes(bytes): Awaits {
      answer.body += decoder.decode(bytes, { stream: true });
      return answer.body.length < MODELS_BODY_BYTES_MAX ? 'more' : 'close';
    },
  };
}
