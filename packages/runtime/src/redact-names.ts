/**
 * The names that stand in the place of secrets, and what each stands for: the same secret has the same name as long as the
 * session lives. Values are kept here and nowhere else, so after a session has been taken up again those of before are not
 * known: their names are not given to another.
 */

/** Of so many secrets the values are kept: enough for any session, and for a page full of tokens. */
const VALUES_MAX = 10_000;

/** A redaction, or how one begins that was literally there: then there is a second colon. */
const REDACTION = /\[redacted:(?::|([\w-]+)\])/g;
/** How each of them begins. */
export const BEGINNING = '[redacted:';

export type Names = {
  /** The name of a secret of that kind: the kind itself, of the second one `KIND-2`. */
  readonly nameOf: (kind: string, secret: string) => string;
  readonly secretOf: (name: string) => string | undefined;
};

/** The name of a secret whose value is not kept: with this name nothing runs. */
export function notKept(kind: string): string {
  return `${kind}${NOT_KEPT}`;
}

export function isNotKept(name: string): boolean {
  return name.endsWith(NOT_KEPT);
}

const NOT_KEPT = '-not-kept';

/** @param taken names that are not to be given: those of other secrets, and those in the log */
export function createNames(taken: (name: string) => boolean): Names {
  const names = new Map<string, string>();
  const secrets = new Map<string, string>();
  const counts = new Map<string, number>();

  const newName = (kind: string): string => {
    for (let count = (counts.get(kind) ?? 0) + 1; ; count++) {
      const name = count === 1 ? kind : `${kind}-${count}`;
      if (secrets.has(name) || taken(name)) continue;
      counts.set(kind, count);
      return name;
    }
  };

  return {
    nameOf(kind, secret) {
      const known = names.get(secret);
      if (known !== undefined) return known;
      if (secrets.size >= VALUES_MAX) return notKept(kind);
      const name = newName(kind);
      names.set(secret, name);
      secrets.set(name, secret);
      return name;
    },
    secretOf: (name) => secrets.get(name),
  };
}

/** A text that is meant literally, so that it is not taken for a redaction. */
export function doubled(text: string): string {
  return text.includes(BEGINNING) ? text.replaceAll(BEGINNING, `${BEGINNING}:`) : text;
}

/** The text with each redaction replaced by what `secretOf` says, and the literal ones as they were. */
export function withoutRedactions(text: string, secretOf: (name: string) => string | undefined): string {
  if (!text.includes(BEGINNING)) return text;
  return text.replace(REDACTION, (whole, name: string | undefined) =>
    name === undefined ? BEGINNING : (secretOf(name) ?? whole),
  );
}

/** Where redactions stand in a text. */
export function redactionsIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!text.includes(BEGINNING)) return [];
  return [...text.matchAll(REDACTION)].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }));
}

/** The names of all redactions in what a log holds: events, or the fields of their records. */
export function redactedNames(value: unknown, names: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') {
    if (value.includes(BEGINNING)) for (const [, name] of value.matchAll(REDACTION)) if (name) names.add(name);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) redactedNames(inner, names);
  }
  return names;
}
