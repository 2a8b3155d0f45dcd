/** A text that is JSON, or nearly: strict where it can be, lenient where one reading is sensible. */
import type { Json, JsonObject } from '../../json.ts';
import { skipSpace } from '../lexer/white-space.ts';
import { DEPTH_MAX, endJson, feedJson, jsonSoFar, lacksOnlyBrackets, startJson } from './reader.ts';

/** The value that the text is; undefined where it is none. A closing bracket may be missing at its end, or be one too many. */
export function readJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return isShallow(value, DEPTH_MAX) ? value : undefined;
  } catch {
    return readLenient(text);
  }
}

/** Whether it nests no deeper than that. Deeper values could not even be written again. */
function isShallow(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}

/** The object that the text is, written as JSON once or (as the value of a string) twice. */
export function readObject(text: string): JsonObject | undefined {
  const value = readJson(text);
  const inner = typeof value === 'string' ? readJson(value) : value;
  return isObject(inner) ? inner : undefined;
}

/** `lacking`: nothing but closing brackets is left out at the end. `open`: more is. `broken`: something else stands there. */
export type JsonValues = {
  readonly values: readonly Json[];
  readonly state: 'whole' | 'lacking' | 'open' | 'broken';
};

/**
 * The values that stand in the text, one behind the other, and what may stand between and behind them (`strays`); of the last,
 * what there is.
 */
export function readJsonValues(text: string, strays: string, takes: (key: string) => boolean): JsonValues {
  const values: Json[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    if (values.length > 0 && strays.includes(text.charAt(at))) {
      at++;
      continue;
    }
    const reader = startJson();
    feedJson(reader, text.slice(at));
    if (reader.status !== 'done') {
      const state = reader.status === 'broken' ? 'broken' : lacksOnlyBrackets(reader) ? 'lacking' : 'open';
      return { values: [...values, jsonSoFar(reader, takes) ?? null], state };
    }
    values.push(reader.value);
    at += reader.length;
  }
  return { values, state: values.length > 0 ? 'whole' : 'broken' };
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readLenient(text: string): Json | undefined {
  const reader = startJson();
  feedJson(reader, text);
  endJson(reader);
  if (reader.status === 'open') return lacksOnlyBrackets(reader) ? jsonSoFar(reader) : undefined;
  return reader.status === 'done' && /^[\s}\]]*$/.test(text.slice(reader.length)) ? reader.value : undefined;
}
