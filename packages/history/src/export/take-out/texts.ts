/** The texts of a record, by the paths of their fields (`outcome.content`), and the record with some of them masked. */
import type { Json, JsonObject } from '@tagma/protocol';

export type TextAt = { readonly path: string; readonly text: string };

export function textsIn(fields: JsonObject): readonly TextAt[] {
  const texts: TextAt[] = [];
  collect(fields, '', texts);
  return texts;
}

function collect(value: Json | undefined, path: string, texts: TextAt[]): void {
  if (typeof value === 'string') {
    if (value !== '') texts.push({ path, text: value });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) collect(member, path === '' ? name : `${path}.${name}`, texts);
  }
}

/** @param mask what stands in the place of the text at a path, or null to leave it */
export function masked(fields: JsonObject, mask: (path: string) => string | null): JsonObject {
  return maskedAt(fields, '', mask) as JsonObject;
}

function maskedAt(value: Json, path: string, mask: (path: string) => string | null): Json {
  if (typeof value === 'string') return value === '' ? value : (mask(path) ?? value);
  const inner = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`);
  if (Array.isArray(value)) return value.map((item, index) => maskedAt(item, inner(index), mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, member]) => [name, maskedAt(member, inner(name), mask)]),
  );
}
