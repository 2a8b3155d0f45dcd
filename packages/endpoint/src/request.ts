/**
 * What is sent: a plain chat completion. The conversation stands last in the body, so that what is the same from request
 * to request stands first. Never `tools`: the protocol is in the messages.
 */
import type { JsonObject } from '@tagma/protocol';
import type { Address } from './address.ts';
import type { CompletionRequest } from './contract.ts';
import { messagesText } from './messages.ts';
import { NO_PICTURES, type Pictures } from './pictures.ts';
import type { Quirks } from './quirks.ts';

/** Fields that a caller cannot set: the client's own, and native tool calling. */
const RESERVED = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
]);
/** The names of the greatest length of a reply: a server takes one of them. */
const MAX_TOKENS_FIELDS: readonly string[] = ['max_tokens', 'max_completion_tokens'];

/** The body, by the quirks of this server and model: fields that it does not take are left out, or go by its name for them. */
export function bodyOf(request: CompletionRequest, quirks: Quirks = {}, pictures: Pictures = NO_PICTURES): string {
  const fields = JSON.stringify({ model: request.model, ...fieldsOf(request, quirks) });
  return `${fields.slice(0, -1)},"messages":${messagesText(request.messages, quirks, pictures)}}`;
}

/** Whether stop sequences are in the body: then a reply may end inside an element. */
export function sendsStop(request: CompletionRequest, quirks: Quirks = {}): boolean {
  return fieldsOf(request, quirks).stop !== undefined;
}

function fieldsOf({ fields = {} }: CompletionRequest, quirks: Quirks): JsonObject {
  const untaken = new Set([...(quirks.untaken ?? []), ...(quirks.takesStop === false ? ['stop'] : [])]);
  const own: JsonObject = { stream: true, stream_options: { include_usage: true } };
  const given = Object.entries(fields).filter(([name]) => !RESERVED.has(name));
  const named = given.map(([name, value]) => [nameOf(name, quirks), value] as const);
  const taken = [...Object.entries(own), ...named].filter(([name]) => name === 'stream' || !untaken.has(name));
  return Object.fromEntries(taken);
}

function nameOf(field: string, { maxTokensField }: Quirks): string {
  return maxTokensField !== undefined && MAX_TOKENS_FIELDS.includes(field) ? maxTokensField : field;
}

export function headersOf(address: Address, accept: string): Record<string, string> {
  return { accept, 'user-agent': 'tagma', ...address.headers };
}
