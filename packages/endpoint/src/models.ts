/**
 * Which models a server has (`GET /models`): to name them where the one asked for is not there, and to recognise a local
 * server by its answer.
 */

import type { Fault } from '@tagma/protocol';
import { addressOf } from './address.ts';
import { routeTo } from './connections.ts';
import type { Server } from './contract.ts';
import { type Awaits, exchange, type Reader } from './exchange.ts';
import { type Asked, faultOfEnding, faultOfStatus, faultOfTrouble } from './faults.ts';
import { limitsOf, MODELS_BODY_BYTES_MAX } from './limits.ts';
import { headersOf } from './request.ts';
import { hideSecrets, wordsOfBody } from './server-words.ts';

/** The ids in the server's order. Every failure is a value, an abort by the signal included. */
export type Models =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly fault: Fault };

export async function listModels(server: Server, signal: AbortSignal = new AbortController().signal): Promise<Models> {
  const located = addressOf(server);
  if (!located.ok) return located;
  const { address } = located;
  const asked: Asked = { url: address.models, address, model: null };
  const answer = { status: 0, body: '' };
  const outgoing = {
    method: 'GET',
    url: address.models,
    headers: headersOf(address, 'application/json'),
    body: null,
    route: routeTo(server, address),
  } as const;

  const ending = await exchange(outgoing, collector(answer), limitsOf(server.limits), signal);
  if (ending.how !== 'ended') {
    return { ok: false, fault: faultOfEnding(asked, ending, answer.status === 0 ? 'asking' : 'answering') };
  }
  if (answer.status !== 200) return { ok: false, fault: faultOfStatus(asked, answer.status, answer.body) };
  const models = modelsOf(answer.body);
  // A name that holds the key is shown and kept like any other.
  if (models !== null) return { ok: true, models: models.map((id) => hideSecrets(id, address.secrets)) };
  return {
    ok: false,
    fault: faultOfTrouble(asked, { kind: 'malformed', what: wordsOfBody(answer.body) || 'no list of models' }),
  };
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

/** `{data: [{id}]}`, or the lists of servers with a form of their own: `{models: [{id | name | model}]}`, a bare list. */
function modelsOf(body: string): readonly string[] | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const list = [fields.data, fields.models, value].find((one): one is unknown[] => Array.isArray(one));
  return list === undefined ? null : list.map(idOf).filter((id) => id !== '');
}

function idOf(model: unknown): string {
  if (typeof model === 'string') return model;
  const { id, name, model: own } = (model ?? {}) as Record<string, unknown>;
  return [id, name, own].find((one) => typeof one === 'string') ?? '';
}
