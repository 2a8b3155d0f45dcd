/**
 * Calls that came in the endpoint's own fields, `tool_calls` or the older `function_call`, whole or put together from the
 * stream. In a message they follow the text: what ends the reply there ends it for them as well.
 */
import type { Json, JsonObject } from '../../json.ts';
import { isObject, readJson, readObject } from '../json/read.ts';
import { endJson, feedJson, jsonSoFar, startJson } from '../json/reader.ts';
import { toolOf, type Vocabulary } from '../names.ts';
import { type ActionElement, calledElement } from '../parser/elements.ts';
import type { Finish } from '../types.ts';

/** `arguments`: an object, or the text that should be one in JSON; empty where there are none. */
export type NativeCall = { readonly name: string; readonly arguments: string | JsonObject };

/** The calls of a message, in order; a field is there where the endpoint has sent it. */
export type NativeCalls = {
  readonly toolCalls?: readonly NativeCall[];
  /** The older form of a single one; a server that sends both says the same twice. */
  readonly functionCall?: NativeCall;
};

export function nativeElements(
  { toolCalls = [], functionCall }: NativeCalls,
  finish: Finish,
  words: Vocabulary,
): ActionElement[] {
  const calls = toolCalls.length === 0 && functionCall ? [functionCall] : toolCalls;
  return calls.map((call, index) => {
    const read = argumentsOf(call.arguments);
    const isCut = finish === 'length' && index === calls.length - 1 && !isWhole(call.arguments);
    const tool = toolOf(words, call.name.trim());
    return {
      ...calledElement({ dialect: 'native', line: 1 }, call.name, tool, read.json),
      failed: read.failed && !isCut,
      cut: isCut ? { name: 'tool_calls', line: 1 } : null,
    };
  });
}

/** A closing bracket that is missing may be what the limit has cut off, with all that was to come before it. */
function isWhole(given: NativeCall['arguments']): boolean {
  if (typeof given !== 'string') return true;
  const reader = startJson();
  feedJson(reader, given);
  endJson(reader);
  return reader.status === 'done';
}

function argumentsOf(given: NativeCall['arguments']): { readonly json: Json; readonly failed: boolean } {
  if (typeof given !== 'string') return { json: given, failed: false };
  if (given.trim() === '') return { json: {}, failed: false };
  const value = readObject(given) ?? readJson(given);
  if (value !== undefined) return { json: value ?? {}, failed: false };
  const reader = startJson();
  feedJson(reader, given);
  endJson(reader);
  const soFar = jsonSoFar(reader);
  return { json: isObject(soFar) ? soFar : {}, failed: true };
}
