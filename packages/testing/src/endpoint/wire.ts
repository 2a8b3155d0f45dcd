/** A reply as it goes over the wire: the chunks of a stream in the script's pace, or one JSON answer. */
import type { NativeCall, Pace, Reply, ScriptedUsage } from './script.ts';

export type Wire = { readonly id: string; readonly model: string };

/** The data of each event of a stream, in order, without the end mark. */
export function chunksOf(reply: Reply, pace: Pace, { id, model }: Wire, includeUsage: boolean): object[] {
  const chunk = (fields: object) => ({ id, object: 'chat.completion.chunk', created: 0, model, ...fields });
  const choice = (delta: object, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: finish }] });
  const { reasoning, functionCall } = reply;
  const usage = includeUsage && reply.usage !== null ? [chunk({ choices: [], usage: usageOf(reply.usage) })] : [];
  return [
    choice({ role: 'assistant', content: isNativeOnly(reply) ? null : '' }),
    ...(reasoning === null ? [] : piecesOf(reasoning.text, pace).map((piece) => choice({ [reasoning.field]: piece }))),
    ...piecesOf(reply.text, pace).map((piece) => choice({ content: piece })),
    ...reply.toolCalls.flatMap((call, index) =>
      partsOf(call, pace).map((part, at) => {
        const opening = at === 0 ? { id: callId(index), type: 'function' } : {};
        return choice({ tool_calls: [{ index, ...opening, function: part }] });
      }),
    ),
    ...(functionCall === null ? [] : partsOf(functionCall, pace).map((part) => choice({ function_call: part }))),
    choice({}, reply.finish),
    ...usage,
  ];
}

/** The answer to a request that asks for no stream. */
export function answerOf(reply: Reply, { id, model }: Wire): object {
  const reasoning = reply.reasoning === null ? {} : { [reply.reasoning.field]: reply.reasoning.text };
  const content = isNativeOnly(reply) ? null : reply.text;
  const calls = reply.toolCalls.map((call, index) => ({ id: callId(index), type: 'function', function: call }));
  const message = {
    role: 'assistant',
    content,
    ...reasoning,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(reply.functionCall === null ? {} : { function_call: reply.functionCall }),
  };
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

/** A native call as it streams: its name, then its arguments in the pace. */
function partsOf(call: NativeCall, pace: Pace): readonly object[] {
  const pieces = piecesOf(call.arguments, pace);
  return [{ name: call.name, arguments: '' }, ...pieces.map((piece) => ({ arguments: piece }))];
}

function callId(index: number): string {
  return `call_${index + 1}`;
}

/** A message with nothing but calls has no content at all. */
function isNativeOnly({ text, toolCalls, functionCall }: Reply): boolean {
  return text === '' && (toolCalls.length > 0 || functionCall !== null);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function usageOf({ input, output, cached, reasoning, ...said }: ScriptedUsage): object {
  return {
    ...{ prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
    ...said,
  };
}
