/**
 * Secrets are taken out of every fact before the machine is told, and put back where a performer needs them.
 *
 * The model speaks as it is spoken to: where it writes `[redacted:NAME]` it means the secret. Where anybody else says
 * something that begins so, it is meant literally: it gets a second colon, so that nothing is put back that was not taken
 * out.
 */
import type { Fact, SessionResumed, SessionStarted } from '@tagma/core';
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

/** They repeat what the machine has said: what the model wrote, a rule as it is shown, what a hook was told and gives back. */
const AS_SHOWN: ReadonlySet<Fact['type']> = new Set(['reply.ended', 'reply.failed', 'rule.removed', 'hook.ended']);

export function createRedactor({ secrets, findOwnSecrets = null, namesInHistory = new Set() }: Redacting): Redactor {
  const names = createNames((name) => namesInHistory.has(name) || formsOf(secrets).has(name));
  const known = { secrets, findOwn: findOwnSecrets, names, remembered: new Map<string, string>() };
  const taking = createTaking(known, { asBytes: false });
  const takingBytes = createTaking(known, { asBytes: true });
  const fields = <T>(value: T): T => mapTexts(value, (text) => taking.takeOut(text).text) as T;

  const literally = (text: string) => taking.takeOut(text, { literal: doubled }).text;

  /**
   * Rules are written in the words in which calls are shown, and judge those: they are redacted in the same way. The folder
   * and the addresses of models stay, for the session works with them.
   */
  const settingsOf = <T extends SessionStarted | SessionResumed>(fact: T): T => ({
    ...fact,
    system: literally(fact.system),
    systemSmall: literally(fact.systemSmall),
    correction: literally(fact.correction),
    repair: literally(fact.repair),
    summary: literally(fact.summary),
    tools: mapDescriptions(fact.tools, literally),
    settings: {
      ...fact.settings,
      rules: fact.settings.rules.map((rule) => ({ ...rule, pattern: fields(rule.pattern) })),
    },
  });

  return {
    fields,
    fact(fact) {
      if (fact.type === 'session.started' || fact.type === 'session.resumed') return settingsOf(fact);
      const map = AS_SHOWN.has(fact.type) ? fields<string> : literally;
      return { ...(mapTexts(fact, map) as Fact), type: fact.type } as Fact;
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

/** What fields are called; any other key may have been said by somebody. */
const FIELD = /^[A-Za-z]{1,24}$/;

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [FIELD.test(key) ? key : map(key), mapTexts(item, map)]),
  );
}

/** Of a schema the descriptions alone are texts; by the rest of it calls are read. */
function mapDescriptions<T>(schema: T, map: (text: string) => string): T {
  if (Array.isArray(schema)) return schema.map((item) => mapDescriptions(item, map)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const mapped = Object.entries(schema).map(([key, item]) => {
    const isText = key === 'description' && typeof item === 'string';
    return [key, isText ? map(item) : mapDescriptions(item, map)];
  });
  return Object.fromEntries(mapped);
}
