/**
 * Secrets are taken out of every fact before the machine is told, and put back where a performer needs them.
 *
 * The model speaks as it is spoken to: where it writes `[redacted:NAME]` it means the secret. Where anybody else says
 * something that begins so, it is meant literally: it gets a second colon, so that nothing is put back that was not taken
 * out.
 */
import type { Fact } from '@tagma/core';
import type { FindSecrets } from '@tagma/protocol';
import { createNames, doubled, withoutRedactions } from './redact-names.ts';
import { createTaking, formsOf, type Secrets } from './redact-search.ts';
import { lineUnit, noUnit, type Redaction, startRedaction, wordUnit } from './redact-stream.ts';

export type Redacting = {
  readonly secrets: Secrets;
  /** What the person's own patterns find. Left out: there are none. */
  readonly findOwnSecrets?: FindSecrets | null;
  /** The names of redactions that the history holds already (`redactedNames`): they are given to nothing else. */
  readonly namesInHistory?: ReadonlySet<string>;
};

export type Redactor = {
  /** A fact as the machine is told of it. */
  readonly fact: (fact: Fact) => Fact;
  /** The same for what is spoken as the model is spoken to, or for nobody: only secrets are taken out. */
  readonly fields: <T>(fields: T) => T;
  readonly restore: <T>(value: T) => Restored<T>;
  /** For a text in pieces that is shown. */
  readonly showing: () => Redaction;
  /** For one that is kept: its bytes, each as a character. */
  readonly keeping: () => Redaction;
};

/** As it was before. `unknown`: redactions whose secret is not known; they stand in it as they were. */
export type Restored<T> = { readonly value: T; readonly unknown: readonly string[] };

/** They are made of settings, not of what somebody said. */
const SETTINGS: ReadonlySet<Fact['type']> = new Set(['session.started', 'session.resumed']);
const BY_THE_MODEL: ReadonlySet<Fact['type']> = new Set(['reply.ended', 'reply.failed']);

export function createRedactor({ secrets, findOwnSecrets = null, namesInHistory = new Set() }: Redacting): Redactor {
  const names = createNames((name) => namesInHistory.has(name) || formsOf(secrets).has(name));
  const known = { secrets, findOwn: findOwnSecrets, names, remembered: new Map<string, string>() };
  const taking = createTaking(known, { asBytes: false });
  const takingBytes = createTaking(known, { asBytes: true });
  const fields = <T>(value: T): T => mapTexts(value, (text) => taking.takeOut(text).text) as T;

  return {
    fields,
    fact(fact) {
      if (SETTINGS.has(fact.type)) return fact;
      if (BY_THE_MODEL.has(fact.type)) return fields(fact);
      return mapTexts(fact, (text) => taking.takeOut(text, { literal: doubled }).text) as Fact;
    },
    restore(value) {
      const unknown = new Set<string>();
      const secretOf = (name: string): string | undefined => {
        const secret = formsOf(secrets).get(name) ?? names.secretOf(name);
        if (secret === undefined) unknown.add(name);
        return secret;
      };
      const restored = mapTexts(value, (text) => withoutRedactions(text, secretOf));
      return { value: restored as typeof value, unknown: [...unknown] };
    },
    showing: () => startRedaction(taking, findOwnSecrets === null ? noUnit : wordUnit),
    keeping: () => startRedaction(takingBytes, findOwnSecrets === null ? noUnit : lineUnit),
  };
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === 'type' ? item : mapTexts(item, map)]),
  );
}
