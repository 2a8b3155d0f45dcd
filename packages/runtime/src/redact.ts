/**
 * Secrets are taken out of every fact before the machine is told, and some are put back where a performer needs them: those
 * that the model was shown a placeholder for (`seen-secrets.ts`), and what the model itself has written. Whoever asks for that
 * has to ask the person first, wherever a secret would go elsewhere than into its file (`secret-uses.ts`).
 *
 * The model speaks as it is spoken to: where it writes `[redacted:NAME~k3f9]` it means the secret. Where anybody else says
 * something that begins so, it is meant literally: it gets a second colon, so that nothing is put back that was not taken
 * out.
 */
import type { Fact, SessionResumed, SessionStarted } from '@tagma/core';
import type { FindSecrets } from '@tagma/protocol';
import { connectionSecrets } from './connection-secrets.ts';
import {
  type Chance,
  createNames,
  doubled,
  drawMark,
  redactedNames,
  systemChance,
  withoutRedactions,
} from './redact-names.ts';
import { createTaking } from './redact-search.ts';
import { lineUnit, noUnit, type Redaction, startRedaction, wordUnit } from './redact-stream.ts';
import { createSeenSecrets, type Place, type SeenSecret } from './seen-secrets.ts';
import { redactShown } from './shown-texts.ts';

export type Redacting = {
  /** Of connections, by name. */
  readonly secrets: ReadonlyMap<string, string>;
  /** What the person's own patterns find. Left out: there are none. */
  readonly findOwnSecrets?: FindSecrets | null;
  /** The names of redactions that the history holds already (`redactedNames`): their mark is not drawn again. */
  readonly namesInHistory?: ReadonlySet<string>;
  /** Draws the mark of the session. Left out: the system's. */
  readonly chance?: Chance;
};

export type Redactor = {
  /**
   * A fact as the machine is told of it.
   * @param place where the outcome of a tool came from
   */
  readonly fact: (fact: Fact, place?: Place) => Fact;
  /** The same for what is spoken as the model is spoken to, or for nobody: only secrets are taken out. */
  readonly fields: <T>(fields: T) => T;
  /** What the model has written, with the secrets that it may name. */
  readonly restore: <T>(value: T) => Restored<T>;
  /** A command of the person's own, as he has typed it; null where that is not known any more. */
  readonly typed: (command: string) => string | null;
  /** For a text in pieces that is shown. */
  readonly showing: () => Redaction;
  /** For one that is kept: its bytes, each as a character. */
  readonly keeping: () => Redaction;
};

/**
 * As it was before, with the secrets in it that the model has been shown, each once; not where it names one that is not known,
 * was not shown, was not kept or is a connection's: which of these it is, nobody is told.
 */
export type Restored<T> =
  | { readonly ok: true; readonly value: T; readonly seen: readonly SeenSecret[] }
  | { readonly ok: false };

/** They repeat what the machine has said: what the model wrote, a rule as it is shown, what a hook was told and gives back. */
const AS_SHOWN: ReadonlySet<Fact['type']> = new Set(['reply.ended', 'reply.failed', 'rule.removed', 'hook.ended']);

export function createRedactor(given: Redacting): Redactor {
  const { findOwnSecrets = null, namesInHistory = new Set(), chance = systemChance } = given;
  const connections = connectionSecrets(given.secrets);
  const mark = drawMark(chance, namesInHistory);
  const names = createNames(mark, connections.isNamed);
  const seen = createSeenSecrets(names, connections);
  const known = { connections, findOwn: findOwnSecrets, names, remembered: new Map<string, string>() };
  const taking = createTaking(known, { asBytes: false });
  const takingBytes = createTaking(known, { asBytes: true });
  const typed = new Map<string, string>();
  let folder = '/';
  const fields = <T>(value: T): T => mapTexts(value, (text) => taking.takeOut(text).text) as T;

  const literally = (text: string) => taking.takeOut(text, { literal: doubled }).text;
  const shown = (text: string, place: Place) => {
    const taken = taking.takeOut(text, { literal: doubled });
    seen.note(taken.names, place);
    return taken.text;
  };
  const written = (text: string) => {
    const taken = taking.takeOut(text);
    seen.noteWritten(taken.names);
    return taken.text;
  };

  /**
   * Rules are written in the words in which calls are shown, and judge those: they are redacted in the same way. The folder
   * and the addresses of models stay, for the session works with them.
   */
  const settingsOf = <T extends SessionStarted | SessionResumed>(fact: T): T => {
    const instructed = (text: string) => shown(text, { words: 'the instructions of this session', paths: [] });
    return {
      ...fact,
      redactionMark: mark,
      system: instructed(fact.system),
      systemSmall: instructed(fact.systemSmall),
      correction: literally(fact.correction),
      repair: literally(fact.repair),
      summary: literally(fact.summary),
      tools: mapDescriptions(fact.tools, literally),
      settings: {
        ...fact.settings,
        rules: fact.settings.rules.map((rule) => ({ ...rule, pattern: fields(rule.pattern) })),
      },
    };
  };

  const factOf = (fact: Fact, place: Place | undefined): Fact => {
    if (fact.type === 'session.started' || fact.type === 'session.resumed') {
      folder = fact.folder;
      return settingsOf(fact);
    }
    const map = fact.type === 'reply.ended' ? written : AS_SHOWN.has(fact.type) ? fields<string> : literally;
    const all = <T>(value: T, each: (text: string) => string) => mapTexts(value, each) as T;
    return redactShown(
      fact,
      { place, folder },
      {
        shown: (value, from) => all(value, (text) => shown(text, from)),
        rest: (value) => all(value, map),
      },
    );
  };

  const keepTyped = (command: string, recorded: string): void => {
    if (redactedNames(recorded).size === 0) return;
    typed.set(recorded, command);
    const [oldest] = typed.keys();
    if (typed.size > TYPED_MAX && oldest !== undefined) typed.delete(oldest);
  };

  return {
    fields,
    fact(fact, place) {
      const redacted = { ...factOf(fact, place), type: fact.type } as Fact;
      if (fact.type === 'shell.requested' && redacted.type === 'shell.requested')
        keepTyped(fact.command, redacted.command);
      return redacted;
    },
    restore(value) {
      const found = new Map<string, SeenSecret>();
      let isWhole = true;
      const secretOf = (name: string): string | undefined => {
        const one = seen.find(name);
        if (one === null) isWhole = false;
        else if (one.by === 'place') found.set(name, one.secret);
        return one?.secret.value;
      };
      const restored = mapTexts(value, (text) => withoutRedactions(text, secretOf)) as typeof value;
      return isWhole ? { ok: true, value: restored, seen: [...found.values()] } : { ok: false };
    },
    typed(command) {
      const known = typed.get(command);
      if (known !== undefined) return known;
      return redactedNames(command).size > 0 ? null : withoutRedactions(command, () => undefined);
    },
    showing: () => startRedaction(taking, findOwnSecrets === null ? noUnit : wordUnit),
    keeping: () => startRedaction(takingBytes, findOwnSecrets === null ? noUnit : lineUnit),
  };
}

/** So many commands may wait for the turn that runs. */
const TYPED_MAX = 100;

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
