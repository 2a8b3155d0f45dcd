/** JSON that calls tools: which, and with what. */
import type { Json, JsonObject } from '../../json.ts';
import { isObject } from './read.ts';
import { type JsonReader, jsonSoFar } from './reader.ts';

/** Under these names a model says which tool it means, and under those with what. The first that is there counts. */
const TOOL_KEYS = ['tool', 'name', 'action'];
/** As a tool, this is the answer. */
const ANSWER = 'final answer';
const ARGUMENT_KEYS = ['parameters', 'arguments', 'input', 'args', 'action_input'];

/** `given`: the parameters as an object or, as text, what the tool's body would hold; undefined where it says nothing. */
export type Call = { readonly tool: string; readonly given: Json | undefined; readonly others: JsonObject };

/** Whether a member of that name says which tool is meant. */
export function isToolKey(key: string): boolean {
  return TOOL_KEYS.includes(key) || key === 'function';
}

/** Of a call that is still open: a name of a tool counts once it is whole, any other text as far as it has come. */
export function countsWhileOpen(key: string): boolean {
  return !isToolKey(key);
}

/** What there is of a value that calls a tool, or gives something to one. */
export function callSoFar(reader: JsonReader): Json | undefined {
  return jsonSoFar(reader, countsWhileOpen);
}

/** The call that the value is; null where it is none. A call may be wrapped as `{"type": "function", "function": {…}}`. */
export function callOf(value: Json | undefined): Call | null {
  if (!isObject(value)) return null;
  if (isObject(value.function)) return callOf(value.function);
  const key = [...TOOL_KEYS, 'function'].find((one) => typeof value[one] === 'string');
  if (key === undefined) return null;
  const argument = ARGUMENT_KEYS.find((one) => Object.hasOwn(value, one));
  const others = Object.entries(value).filter(([name]) => name !== key && name !== argument);
  return {
    tool: String(value[key]).trim(),
    given: argument === undefined ? undefined : (value[argument] ?? undefined),
    others: Object.fromEntries(others),
  };
}

/** The calls that the values are, those of an array one by one; null where one of them is none. */
export function callsOf(values: readonly (Json | undefined)[]): readonly Call[] | null {
  const calls = values.flatMap((value): readonly (Call | null)[] =>
    Array.isArray(value) ? value.map(callOf) : [callOf(value)],
  );
  return calls.length > 0 && calls.every((call): call is Call => call !== null) ? calls : null;
}

/**
 * The calls that are all of a reply. Without tags around them, nothing but their own shape tells them from other data: beside
 * the tool they say what is given to it, or nothing at all.
 */
export function bareCallsOf(values: readonly Json[]): readonly Call[] | null {
  const calls = callsOf(values);
  const bare = calls?.every(({ given, others }) => given !== undefined || Object.keys(others).length === 0);
  return bare ? calls : null;
}

/** The final answer that the only value is, `{"action": "Final Answer", "action_input": …}`; null where it is none. */
export function answerIn(values: readonly Json[]): string | null {
  const [call, ...more] = callsOf(values) ?? [];
  if (call?.tool.toLowerCase() !== ANSWER || call.given === undefined || more.length > 0) return null;
  return typeof call.given === 'string' ? call.given : JSON.stringify(call.given);
}
