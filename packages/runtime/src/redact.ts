/** Takes known secrets out of a fact, wherever in it they stand. */
import type { Fact } from '@tagma/core';

/** Shorter values would be found everywhere. */
const SECRET_CHARACTERS_MIN = 6;

export function redact(fact: Fact, secrets: ReadonlyMap<string, string>): Fact {
  const known = [...secrets].filter(([, value]) => value.length >= SECRET_CHARACTERS_MIN);
  return known.length === 0 ? fact : (redacted(fact, known) as Fact);
}

function redacted(value: unknown, known: readonly (readonly [string, string])[]): unknown {
  if (typeof value === 'string') {
    return known.reduce((text, [name, secret]) => text.replaceAll(secret, () => `[redacted:${name}]`), value);
  }
  if (Array.isArray(value)) return value.map((item) => redacted(item, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redacted(item, known)]));
}
