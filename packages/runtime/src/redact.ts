/**
 * Known secrets are taken out of every fact before the machine is told, and put back where a performer needs them. A text
 * that holds the beginning of a redaction itself gets a second colon, so that nothing is put back that was not taken out.
 */
import type { Fact } from '@tagma/core';

/** Shorter values (`ollama`, `not-needed`) are no secrets, and would be found everywhere. */
const SECRET_CHARACTERS_MIN = 12;
const BEGINNING = '[redacted:';
const TAKEN = /\[redacted:(?::|([\w-]+)\])/g;

/** By their names, of letters, digits, `_` and `-`. */
export type Secrets = ReadonlyMap<string, string>;

/** The start of a session is made of settings, not of what somebody said: it stays as it is. */
export function redact(fact: Fact, secrets: Secrets): Fact {
  const known = knownOf(secrets);
  if (known.length === 0 || fact.type === 'session.started') return fact;
  return mapTexts(fact, (text) => {
    const escaped = text.replaceAll(BEGINNING, `${BEGINNING}:`);
    return known.reduce((rest, [name, secret]) => rest.replaceAll(secret, `${BEGINNING}${name}]`), escaped);
  }) as Fact;
}

/** The value as it was before `redact` took the secrets out of it. */
export function restore<T>(value: T, secrets: Secrets): T {
  const known = new Map(knownOf(secrets));
  if (known.size === 0) return value;
  const put = (whole: string, name: string | undefined) =>
    name === undefined ? BEGINNING : (known.get(name) ?? whole);
  return mapTexts(value, (text) => text.replace(TAKEN, put)) as T;
}

function knownOf(secrets: Secrets): readonly (readonly [string, string])[] {
  return [...secrets].filter(([, value]) => value.length >= SECRET_CHARACTERS_MIN);
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === 'type' ? item : mapTexts(item, map)]),
  );
}
