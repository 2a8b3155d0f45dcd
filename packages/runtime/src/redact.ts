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
  return mapTexts(fact, (text) => takeOut(text.replaceAll(BEGINNING, `${BEGINNING}:`), known)) as Fact;
}

/** The same for a fact that has been redacted already and changed since: only what came with the change is taken out. */
export function redactChanged(fact: Fact, secrets: Secrets): Fact {
  const known = knownOf(secrets);
  return known.length === 0 ? fact : (mapTexts(fact, (text) => takeOut(text, known)) as Fact);
}

function takeOut(text: string, known: readonly (readonly [string, string])[]): string {
  return known.reduce((rest, [name, secret]) => rest.replaceAll(secret, `${BEGINNING}${name}]`), text);
}

/** The value as it was before `redact` took the secrets out of it. */
export function restore<T>(value: T, secrets: Secrets): T {
  const known = new Map(knownOf(secrets));
  if (known.size === 0) return value;
  const put = (whole: string, name: string | undefined) =>
    name === undefined ? BEGINNING : (known.get(name) ?? whole);
  return mapTexts(value, (text) => text.replace(TAKEN, put)) as T;
}

/**
 * The same for a text that comes in pieces, for those who watch. What may be the beginning of a secret is held back until
 * more has come; `end` gives it out.
 */
export type Redaction = { readonly feed: (text: string) => string; readonly end: () => string };

export function startRedaction(secrets: Secrets): Redaction {
  const replaced = new Map(knownOf(secrets).map(([name, secret]) => [secret, `${BEGINNING}${name}]`]));
  let held = '';
  return {
    feed(text) {
      if (replaced.size === 0) return text;
      held += text;
      let given = '';
      for (let next = firstOf(replaced, held); next !== null; next = firstOf(replaced, held)) {
        given += held.slice(0, next.at) + replaced.get(next.secret);
        held = held.slice(next.at + next.secret.length);
      }
      const keep = beginningLength([...replaced.keys()], held);
      given += held.slice(0, held.length - keep);
      held = held.slice(held.length - keep);
      return given;
    },
    end() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

function firstOf(replaced: ReadonlyMap<string, string>, text: string) {
  let first: { readonly at: number; readonly secret: string } | null = null;
  for (const secret of replaced.keys()) {
    const at = text.indexOf(secret);
    if (at >= 0 && (first === null || at < first.at)) first = { at, secret };
  }
  return first;
}

/** How many of the last characters may be the beginning of a secret. */
function beginningLength(secrets: readonly string[], text: string): number {
  const longest = Math.max(...secrets.map((secret) => secret.length));
  for (let length = Math.min(longest - 1, text.length); length > 0; length--) {
    const tail = text.slice(-length);
    if (secrets.some((secret) => secret.startsWith(tail))) return length;
  }
  return 0;
}

/** The longest first: one secret may be the beginning of another. */
function knownOf(secrets: Secrets): readonly (readonly [string, string])[] {
  return [...secrets]
    .filter(([, value]) => value.length >= SECRET_CHARACTERS_MIN)
    .sort(([, a], [, b]) => b.length - a.length);
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === 'type' ? item : mapTexts(item, map)]),
  );
}
