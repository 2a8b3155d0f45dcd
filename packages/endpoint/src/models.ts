/**
 * Which models a server has (`GET /models`): to name them where the one asked for is not there, to recognise a local
 * server by its answer, and for what it says of them beside their names.
 */

import type { Fault, Prices } from '@tagma/protocol';
import { addressOf } from './address.ts';
import type { Server } from './contract.ts';
import { type Asked, faultOfEnding, faultOfStatus, faultOfTrouble } from './faults.ts';
import { pricesIn } from './price-fields.ts';
import { ask, jsonIn } from './question.ts';
import { hideSecrets, wordsOfBody } from './server-words.ts';
import { type Window, windowIn } from './window-fields.ts';

/** The ids in the server's order. Every failure is a value, an abort by the signal included. */
export type Models =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly fault: Fault };

/** What a server's list says of one model. */
export type ListedModel = {
  readonly id: string;
  /** Null where the list does not tell. */
  readonly window: Window | null;
  /** The same. */
  readonly prices: Prices | null;
};

/** What a server lists, or why it could not be asked. */
export type ModelList =
  | { readonly ok: true; readonly models: readonly ListedModel[] }
  | { readonly ok: false; readonly fault: Fault };

const NEVER = new AbortController().signal;

/** The names of the models that a server lists. Never rejects: what goes wrong is a `fault`. */
export async function listModels(server: Server, signal: AbortSignal = NEVER): Promise<Models> {
  const described = await describeModels(server, signal);
  return described.ok ? { ok: true, models: described.models.map(({ id }) => id) } : described;
}

/** The same list with what the server tells of each. */
export async function describeModels(server: Server, signal: AbortSignal = NEVER): Promise<ModelList> {
  const located = addressOf(server);
  if (!located.ok) return located;
  const { address } = located;
  const asked: Asked = { url: address.models, address, model: null };
  const { ending, status, body } = await ask(server, address, { url: address.models }, signal);
  if (ending.how !== 'ended') {
    return { ok: false, fault: faultOfEnding(asked, ending, status === 0 ? 'asking' : 'answering') };
  }
  if (status !== 200) return { ok: false, fault: faultOfStatus(asked, status, body) };
  const models = modelsIn(jsonIn(body));
  // A name that holds the key is shown and kept like any other.
  if (models !== null) {
    return { ok: true, models: models.map((one) => ({ ...one, id: hideSecrets(one.id, address.secrets) })) };
  }
  const what = wordsOfBody(body) || 'no list of models';
  return { ok: false, fault: faultOfTrouble(asked, { kind: 'malformed', what, isBroken: false }) };
}

/** `{data: [{id}]}`, or the lists of servers with a form of their own: `{models: [{id | name | model}]}`, a bare list. */
function modelsIn(value: unknown): readonly ListedModel[] | null {
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const list = [fields.data, fields.models, value].find((one): one is unknown[] => Array.isArray(one));
  if (list === undefined) return null;
  return list
    .map((one) => ({ id: idOf(one), window: windowIn(one), prices: pricesIn(one) }))
    .filter(({ id }) => id !== '');
}

function idOf(model: unknown): string {
  if (typeof model === 'string') return model;
  const { id, name, model: own } = (model ?? {}) as Record<string, unknown>;
  return [id, name, own].find((one) => typeof one === 'string') ?? '';
}
