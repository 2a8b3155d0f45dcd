/**
 * One JSON value of a server, understood: a chunk of a stream, or the whole answer of a server that does not stream. Both
 * carry the same things in the same places, but for `delta` and `message`.
 */
import type { Usage } from '@tagma/protocol';
import type { CallPiece } from './native-calls.ts';
import { usageIn, usageInTimings } from './usage.ts';

export type Chunk = {
  readonly text: string;
  readonly reasoning: string;
  /** Pieces of `tool_calls`, and of the older `function_call`. */
  readonly calls: readonly CallPiece[];
  readonly functionCall: CallPiece | null;
  /** The server's own word for why it stopped, or null. */
  readonly finish: string | null;
  readonly usage: Usage | null;
  /** What a server's account of its work amounts to: it counts where no usage comes. */
  readonly timed: Usage | null;
  /** What the server reports instead of a reply, as it came; null where it reports none. */
  readonly error: unknown;
  /** Whether it has the list of choices that makes it an answer, be it empty. */
  readonly answer: boolean;
  /** Whether it is a piece of a reply that streams. */
  readonly piece: boolean;
};

type Fields = { readonly [name: string]: unknown };

/** The last is that of Ollama's own interface. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'];

/** Null for a value that is no object, and so no chunk. An error in a list (Google's form) is the list's first. */
export function readChunk(value: unknown): Chunk | null {
  const chunk = fieldsOf(Array.isArray(value) ? value[0] : value);
  if (chunk === null) return null;
  const choice = Array.isArray(chunk.choices) ? fieldsOf(chunk.choices[0]) : null;
  const delta = fieldsOf(choice?.delta);
  // The last is the form of Ollama's own interface.
  const said = delta ?? fieldsOf(choice?.message) ?? fieldsOf(chunk.message);
  const finish = choice?.finish_reason ?? chunk.done_reason ?? (chunk.done === true ? 'stop' : null);
  return {
    // What a model says in refusing stands in a field of its own: it is said all the same.
    text: textOf(said?.content, 'text') + textOf(said?.refusal, 'text'),
    reasoning: reasoningOf(said),
    calls: callsOf(said?.tool_calls, delta === null),
    functionCall: callOf(said?.function_call, null),
    finish: typeof finish === 'string' && finish !== '' ? finish : null,
    usage: usageIn(chunk, choice),
    timed: usageInTimings(chunk),
    error: chunk.error || (chunk.object === 'error' ? chunk : failureIn(chunk)),
    answer: Array.isArray(chunk.choices),
    piece: delta !== null || typeof chunk.done === 'boolean' || chunk.object === 'chat.completion.chunk',
  };
}

/** MiniMax fails with a status of success: `{base_resp: {status_code, status_msg}}`, where 0 is none. */
function failureIn({ base_resp }: Fields): Fields | null {
  const response = fieldsOf(base_resp);
  return response !== null && typeof response.status_code === 'number' && response.status_code !== 0 ? response : null;
}

/** The status that an error object names, or null. */
export function statusOf(error: unknown): number | null {
  const fields = fieldsOf(fieldsOf(error)?.error) ?? fieldsOf(error);
  const code = Number(fields?.code ?? fields?.status);
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : null;
}

/** Some servers send the same reasoning under two names: the first that holds something counts. */
function reasoningOf(said: Fields | null): string {
  for (const name of REASONING_FIELDS) {
    const text = textOf(said?.[name], 'text');
    if (text !== '') return text;
  }
  return textOf(said?.content, 'thinking') || detailsOf(said?.reasoning_details);
}

/** OpenRouter's list, whose parts hold a text, a summary, or what only the model can read. */
function detailsOf(details: unknown): string {
  if (!Array.isArray(details)) return '';
  return details
    .map((part: unknown) => fieldsOf(part))
    .map((part) => textOf(part?.text, 'text') || textOf(part?.summary, 'text'))
    .join('');
}

/** Content is a string, or a list of parts; a part of type `thinking` holds parts of its own. */
function textOf(content: unknown, type: 'text' | 'thinking'): string {
  if (typeof content === 'string') return type === 'text' ? content : '';
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => {
      const fields = fieldsOf(part);
      if (fields === null) return textOf(part, type);
      if (fields.type === 'thinking') return type === 'thinking' ? textOf(fields.thinking, 'text') : '';
      return textOf(fields.text ?? fields.refusal, type);
    })
    .join('');
}

/** @param whole whether each is a call of its own, whatever its id: then its place in the list is its index. */
function callsOf(list: unknown, whole: boolean): readonly CallPiece[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((call: unknown, place) => callOf(call, whole ? place : null) ?? []);
}

/** Its function may stand in a field of its own, or its name and arguments beside the id; those may be JSON, or the text of it. */
function callOf(value: unknown, place: number | null): CallPiece | null {
  const call = fieldsOf(value);
  if (call === null) return null;
  const named = fieldsOf(call.function) ?? call;
  const given = named.arguments ?? '';
  return {
    index: isCount(call.index) ? call.index : place,
    id: typeof call.id === 'string' ? call.id : '',
    name: typeof named.name === 'string' ? named.name : '',
    arguments: typeof given === 'string' ? given : JSON.stringify(given),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
