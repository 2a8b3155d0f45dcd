/**
 * Known secrets are taken out of every fact before the machine is told, and put back where a performer needs them. A text
 * that holds the beginning of a redaction itself gets a second colon, so that nothing is put back that was not taken out.
 */
import type { Fact } from '@tagma/core';
import { formsOfSecret, isSecret } from '@tagma/protocol';

const BEGINNING = '[redacted:';
const TAKEN = /\[redacted:(?::|([\w-]+)\])/g;

/** By their names, of letters, digits, `_` and `-`. */
export type Secrets = ReadonlyMap<string, string>;

/** The start of a session is made of settings, not of what somebody said: it stays as it is. */
export function redact(fact: Fact, secrets: Secrets): Fact {
  const known = knownOf(secrets);
  if (known.length === 0 || fact.type === 'session.started' || fact.type === 'session.resumed') return fact;
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

/** Anything that is written down beside the facts, such as a line of the log. */
export function redactFields<T>(fields: T, secrets: Secrets): T {
  const known = knownOf(secrets);
  return known.length === 0 ? fields : (mapTexts(fields, (text) => takeOut(text, known)) as T);
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
  const known = knownOf(secrets);
  if (known.length === 0) return { feed: (text) => text, end: () => '' };
  const names = new Map(known.map(([name, secret]) => [secret, `${BEGINNING}${name}]`]));
  const either = new RegExp(known.map(([, secret]) => escaped(secret)).join('|'), 'g');
  const beginning = beginningFinder(known.map(([, secret]) => secret));
  let held = '';
  return {
    feed(text) {
      const all = held === '' ? text : held + text;
      const found = either.test(all);
      either.lastIndex = 0;
      let given = '';
      let from = 0;
      // Nearly always there is none: to look for them all would make a list of nothing.
      for (const { 0: secret, index } of found ? all.matchAll(either) : []) {
        given += all.slice(from, index) + names.get(secret);
        from = index + secret.length;
      }
      const keep = beginning(all, from);
      held = keep === all.length ? '' : all.slice(keep);
      return given + all.slice(from, keep);
    },
    end() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/**
 * Finds where the end of a text may be the beginning of a secret: its length where it is not. Asked of every piece of a
 * reply, so it makes nothing.
 */
function beginningFinder(secrets: readonly string[]): (text: string, from: number) => number {
  const longest = Math.max(...secrets.map(({ length }) => length));
  const firsts = new Uint8Array(0x10000);
  for (const secret of secrets) firsts[secret.charCodeAt(0)] = 1;
  return (text, from) => {
    for (let at = Math.max(from, text.length - longest + 1); at < text.length; at++) {
      if (firsts[text.charCodeAt(at)] === 0) continue;
      for (const secret of secrets) if (endsInBeginning(text, at, secret)) return at;
    }
    return text.length;
  };
}

/** Whether all that stands from there on is how the secret begins, and not the whole of it. */
function endsInBeginning(text: string, at: number, secret: string): boolean {
  const length = text.length - at;
  if (length >= secret.length) return false;
  for (let i = 1; i < length; i++) if (text.charCodeAt(at + i) !== secret.charCodeAt(i)) return false;
  return text.charCodeAt(at) === secret.charCodeAt(0);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/**
 * Each secret in each form that it may have, under a name of its own, so that it goes back as it was. The longest first: one
 * may be the beginning of another.
 */
function knownOf(secrets: Secrets): Known {
  const content = [...secrets].flat().join('\0');
  const before = knownForms.get(secrets);
  if (before?.content === content) return before.known;
  const known = [...secrets]
    .filter(([, value]) => isSecret(value))
    .flatMap(([name, value]) =>
      formsOfSecret(value).map((form) => [form.name === '' ? name : `${name}-${form.name}`, form.text] as const),
    )
    .sort(([, a], [, b]) => b.length - a.length);
  knownForms.set(secrets, { content, known });
  return known;
}

type Known = readonly (readonly [string, string])[];

/** They are looked for in every text, and change only where another server is asked in mid-session. */
const knownForms = new WeakMap<Secrets, { readonly content: string; readonly known: Known }>();

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === 'type' ? item : mapTexts(item, map)]),
  );
}
