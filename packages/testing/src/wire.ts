/** A reply as it goes over the wire: the chunks of a stream in the script's pace, or one JSON answer. */
import type { Pace, Reply } from './script.ts';

export type Wire = { readonly id: string; readonly model: string };

/** The data of each event of a stream, in order, without the end mark. */
export function chunksOf(reply: Reply, pace: Pace, { id, model }: Wire, includeUsage: boolean): object[] {
  const chunk = (fields: object) => ({ id, object: 'chat.completion.chunk', created: 0, model, ...fields });
  const choice = (delta: object, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: finish }] });
  const reasoning = reply.reasoning;
  const usage = includeUsage && reply.usage !== null ? [chunk({ choices: [], usage: usageOf(reply.usage) })] : [];
  return [
    choice({ role: 'assistant', content: '' }),
    ...(reasoning === null ? [] : piecesOf(reasoning.text, pace).map((piece) => choice({ [reasoning.field]: piece }))),
    ...piecesOf(reply.text, pace).map((piece) => choice({ content: piece })),
    choice({}, reply.finish),
    ...usage,
  ];
}

/** The answer to a request that asks for no stream. */
export function answerOf(reply: Reply, { id, model }: Wire): object {
  const reasoning = reply.reasoning === null ? {} : { [reply.reasoning.field]: reply.reasoning.text };
  const message = { role: 'assistant', content: reply.text, ...reasoning };
  return {
    id,
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: reply.finish }],
    ...(reply.usage === null ? {} : { usage: usageOf(reply.usage) }),
  };
}

/** Pieces of `pace.characters`, or of one more where a pair of surrogates would be torn. */
export function piecesOf(text: string, pace: Pace): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + pace.characters;
    const torn = isHighSurrogate(text.charCodeAt(end - 1)) && end < text.length;
    pieces.push(text.slice(start, torn ? end + 1 : end));
    start = torn ? end + 1 : end;
  }
  return pieces;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function usageOf({ input, output }: { input: number; output: number }): object {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
