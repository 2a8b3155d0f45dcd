/**
 * One JSON value of a server, understood: a chunk of a stream, or the whole answer of a server that does not stream. Both
 * carry the same things in the same places, but for `delta` and `message`.
 *
 * Native `tool_calls` would be read here too, and handed on as a field of their own beside `text`.
 */
import type { Usage } from '@tagma/protocol';

export type Chunk = {
  readonly text: string;
  readonly reasoning: string;
  /** The server's own word for why it stopped, or null. */
  readonly finish: string | null;
  readonly usage: Usage | null;
  /** What the server reports instead of a reply, as it came; null where it reports none. */
  readonly error: unknown;
  /** Whether it has the list of choices that makes it an answer, be it empty. */
  readonly answer: boolean;
};

type Fields = { readonly [name: string]: unknown };

const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'];

/** Null for a value that is no object, and so no chunk. An error in a list (Google's form) is the list's first. */
export function readChunk(value: unknown): Chunk | null {
  const chunk = fieldsOf(Array.isArray(value) ? value[0] : value);
  if (chunk === null) return null;
  const choice = Array.isArray(chunk.choices) ? fieldsOf(chunk.choices[0]) : null;
  const said = fieldsOf(choice?.delta) ?? fieldsOf(choice?.message);
  const finish = choice?.finish_reason;
  return {
    text: textOf(said?.content, 'text'),
    reasoning: reasoningOf(said),
    finish: typeof finish === 'string' && finish !== '' ? finish : null,
    usage: usageOf(fieldsOf(chunk.usage)),
    error: chunk.error || (chunk.object === 'error' ? chunk : null),
    answer: Array.isArray(chunk.choices),
  };
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
  return textOf(said?.content, 'thinking');
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
      return textOf(fields.text, type);
    })
    .join('');
}

function usageOf(usage: Fields | null): Usage | null {
  const input = usage?.prompt_tokens ?? usage?.input_tokens;
  const output = usage?.completion_tokens ?? usage?.output_tokens;
  return isCount(input) && isCount(output) ? { input, output } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
