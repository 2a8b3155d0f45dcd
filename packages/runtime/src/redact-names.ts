/**
 * The names that stand in the place of secrets (placeholders), and what each stands for: the same secret has the same name as
 * long as the session lives. Each ends in a mark that is drawn once for the session, so that no name can be guessed, and none
 * of another session means anything here. Values are kept here and nowhere else.
 */
import { randomInt } from 'node:crypto';

/** Of so many secrets the values are kept: enough for any session, and for a page full of tokens. */
const VALUES_MAX = 10_000;

/** A placeholder, or how one begins that was literally there: then there is a second colon. */
const PLACEHOLDER = /\[redacted:(?::|([\w~-]+)\])/g;
/** How each of them begins. */
export const BEGINNING = '[redacted:';

const MARK_CHARACTERS = 4;
const MARK_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A number from 0 to 1, and never 1 itself. */
export type Chance = () => number;

const CHANCES = 2 ** 32;
export const systemChance: Chance = () => randomInt(CHANCES) / CHANCES;

export type Named = { readonly name: string; readonly secret: string };

export type Names = {
  /** The name of a secret of that kind: the kind itself, of the second one `KIND-2`, with the mark behind it. */
  readonly nameOf: (kind: string, secret: string, isForm?: boolean) => string;
  /** A name with the mark, for what has its own, or whose value is not kept. */
  readonly marked: (name: string) => string;
  readonly secretOf: (name: string) => string | undefined;
  /** Every secret that has been given a name, in order, but for those that are another form of one (`isForm`). */
  readonly all: readonly Named[];
};

/** @param namesInHistory whose marks are not to be drawn again */
export function drawMark(chance: Chance, namesInHistory: ReadonlySet<string>): string {
  const marks = new Set([...namesInHistory].map((name) => name.slice(name.lastIndexOf('~') + 1)));
  for (;;) {
    const letters = Array.from({ length: MARK_CHARACTERS }, () =>
      MARK_ALPHABET.charAt(Math.floor(chance() * MARK_ALPHABET.length)),
    );
    const mark = letters.join('');
    if (!marks.has(mark)) return mark;
  }
}

/** The name of a secret whose value is not kept: nothing is put back for it. */
export function notKept(kind: string): string {
  return `${kind}-not-kept`;
}

/** @param taken names that are not to be given, without their mark: those of other secrets */
export function createNames(mark: string, taken: (name: string) => boolean): Names {
  const names = new Map<string, string>();
  const secrets = new Map<string, string>();
  const counts = new Map<string, number>();
  const all: Named[] = [];
  const marked = (name: string) => `${name}~${mark}`;

  const newName = (kind: string): string => {
    for (let count = (counts.get(kind) ?? 0) + 1; ; count++) {
      const plain = count === 1 ? kind : `${kind}-${count}`;
      const name = marked(plain);
      if (secrets.has(name) || taken(plain)) continue;
      counts.set(kind, count);
      return name;
    }
  };

  return {
    all,
    marked,
    nameOf(kind, secret, isForm = false) {
      const known = names.get(secret);
      if (known !== undefined) return known;
      if (secrets.size >= VALUES_MAX) return marked(notKept(kind));
      const name = newName(kind);
      names.set(secret, name);
      secrets.set(name, secret);
      if (!isForm) all.push({ name, secret });
      return name;
    },
    secretOf: (name) => secrets.get(name),
  };
}

/** A name as a person reads it. */
export function withoutMark(name: string): string {
  const at = name.lastIndexOf('~');
  return at === -1 ? name : name.slice(0, at);
}

/** A text that is meant literally, so that it is not taken for a placeholder. */
export function doubled(text: string): string {
  return text.includes(BEGINNING) ? text.replaceAll(BEGINNING, `${BEGINNING}:`) : text;
}

/** The text with each placeholder replaced by what `secretOf` says, and the literal ones as they were. */
export function withoutRedactions(text: string, secretOf: (name: string) => string | undefined): string {
  if (!text.includes(BEGINNING)) return text;
  return text.replace(PLACEHOLDER, (whole, name: string | undefined) =>
    name === undefined ? BEGINNING : (secretOf(name) ?? whole),
  );
}

/** Where placeholders stand in a text. */
export function redactionsIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!text.includes(BEGINNING)) return [];
  return [...text.matchAll(PLACEHOLDER)].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }));
}

/** Whether a placeholder stands in any text of this value: one that is known or not. */
export function namesSecret(value: unknown): boolean {
  return redactedNames(value).size > 0;
}

/** The names of all placeholders in what a log holds: events, or the fields of their records. */
export function redactedNames(value: unknown, names: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') {
    if (value.includes(BEGINNING)) for (const [, name] of value.matchAll(PLACEHOLDER)) if (name) names.add(name);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) redactedNames(inner, names);
  }
  return names;
}
