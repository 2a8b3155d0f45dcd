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

/** The object under these keys, or null. */
export function objectIn(fields: JsonObject, ...path: readonly string[]): JsonObject | null {
  const value = valueIn(fields, path);
  return isObject(value) ? value : null;
}

/** The objects in the list under these keys. */
export function listIn(fields: JsonObject, ...path: readonly string[]): readonly JsonObject[] {
  const value = valueIn(fields, path);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function valueIn(fields: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = fields;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
