/**
 * What is sent: a plain chat completion. The conversation stands last in the body, so that what is the same from request
 * to request stands first. Never `tools`: the protocol is in the messages.
 */
import type { Address } from './address.ts';
import type { ChatMessage, CompletionRequest } from './contract.ts';

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

/** Half a pair of surrogates, as a cut or a model may leave it: not every server takes what no UTF-8 can write. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** The text of each message that has been sent: a conversation is sent whole each time, and only grows at its end. */
const sent = new WeakMap<ChatMessage, string>();

export function bodyOf(request: CompletionRequest): string {
  const fields = JSON.stringify({
    model: request.model,
    stream: true,
    stream_options: { include_usage: true },
    ...Object.fromEntries(Object.entries(request.fields ?? {}).filter(([name]) => !RESERVED.has(name))),
  });
  return `${fields.slice(0, -1)},"messages":[${request.messages.map(textOf).join()}]}`;
}

function textOf(message: ChatMessage): string {
  let text = sent.get(message);
  if (text === undefined) {
    const { role, content } = message;
    text = JSON.stringify({ role, content: content.replace(LONE_SURROGATE, '\ufffd') });
    sent.set(message, text);
  }
  return text;
}

export function headersOf(address: Address, accept: string): Record<string, string> {
  const authorization = address.authorization === null ? {} : { authorization: address.authorization };
  return { accept, 'user-agent': 'tagma', ...authorization };
}
