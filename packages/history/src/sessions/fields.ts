/** Looks into the fields of records whose chain nobody has checked: they may hold anything. */
import type { Json, JsonObject } from '@tagma/protocol';

/** The text under these keys; '' where there is none. */
export function textIn(fields: JsonObject, ...path: readonly string[]): string {
  const value = valueIn(fields, path);
  return typeof value === 'string' ? value : '';
}

/** The number under these keys, or null. */
export function numberIn(fields: JsonObject, ...path: readonly string[]): number | null {
  const value = valueIn(fields, path);
  return typeof value === 'number' ? value : null;
}

function valueIn(fields: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = fields;
  for (const key of path) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || !Object.hasOwn(value as JsonObject, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}
