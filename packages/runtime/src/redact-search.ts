/**
 * Finds the secrets in a text, and puts names in their place: those that are known, those that can be told by their look,
 * and what the person's own patterns find; the first two in one pass.
 */
import {
  type FindSecrets,
  type FoundSecret,
  formsOfSecret,
  isSecret,
  isUnfinished,
  SECRET_BEGINNINGS,
  type SecretPattern,
  searchFor,
  secretAt,
  type TextSearch,
} from '@tagma/protocol';
import { BEGINNING, type Names, notKept, redactionsIn } from './redact-names.ts';

/** By their names, of letters, digits, `_` and `-`. More may come to be known in mid-session. */
export type Secrets = ReadonlyMap<string, string>;

export type Taking = {
  /**
   * The text between two places, without the secrets that begin there: what stands before and behind is only looked at.
   * `end` is where that part ends, or the last secret in it.
   */
  readonly takeOut: (text: string, part?: Part) => { readonly text: string; readonly end: number };
  /** Where the secret begins in whose midst the end of the text may be: its length where it is in none. */
  readonly unfinished: (text: string, from: number) => number;
};

/** From where to where; all of the text where it is left out. `literal` is done to what is no secret. */
export type Part = {
  readonly from?: number;
  readonly to?: number;
  readonly literal?: (text: string) => string;
};

/** Shared by all that look for secrets in a session. */
export type Known = {
  readonly secrets: Secrets;
  readonly findOwn: FindSecrets | null;
  readonly names: Names;
  /** Secrets, with their kind, that were told by what stood before them: from then on they are known wherever they stand. */
  readonly remembered: Map<string, string>;
};

/** More of them are taken out only where they can be told. */
const REMEMBERED_MAX = 200;

/**
 * So much of the prefix of a token may have been given out before it is one: `gh` says nothing, and many a line that waits
 * for more ends in a letter with which some prefix begins.
 */
const SHOWN_CHARACTERS_MAX = 2;

/** What the search has found: a secret in full, by its name or its kind; or how the match of a pattern begins. */
type Sought =
  | { readonly length: number; readonly name: string | null; readonly kind: string }
  | { readonly pattern: SecretPattern };
type Span = { readonly start: number; readonly end: number; readonly name: string | null; readonly kind: string };

/** @param asBytes each character of the texts is a byte */
export function createTaking(known: Known, { asBytes }: { readonly asBytes: boolean }): Taking {
  const written = (text: string) => (asBytes ? Buffer.from(text).toString('latin1') : text);
  const read = (text: string) => (asBytes ? Buffer.from(text, 'latin1').toString() : text);
  let before: readonly string[] | null = null;
  let search: TextSearch<Sought> = searchFor([]);

  const current = (): TextSearch<Sought> => {
    const { secrets, remembered } = known;
    if (before !== null && isWhatIsKnown(before, known)) return search;
    before = [...secrets, ...remembered].flat();
    const full = (text: string, name: string | null, kind: string) => {
      const sought = written(text);
      return [sought, { length: sought.length, name, kind }] as const;
    };
    search = searchFor<Sought>([
      ...SECRET_BEGINNINGS.map(([beginning, pattern]) => [beginning, { pattern }] as const),
      ...[...remembered].map(([secret, kind]) => full(secret, null, kind)),
      ...[...formsOf(secrets)].map(([name, form]) => full(form, name, name)),
    ]);
    return search;
  };

  const spanAt = (text: string, at: number, what: Sought): Span | null => {
    if ('length' in what) return { start: at, end: at + what.length, name: what.name, kind: what.kind };
    const found = secretAt(text, at, what.pattern);
    if (found === null || text.slice(found.start, found.end).includes(BEGINNING)) return null;
    if (what.pattern.byContext && known.remembered.size < REMEMBERED_MAX) {
      known.remembered.set(text.slice(found.start, found.end), found.name);
    }
    const isWhole = what.pattern.isWhole?.(text.slice(found.start, found.end)) ?? true;
    return { start: found.start, end: found.end, name: isWhole ? null : notKept(found.name), kind: found.name };
  };

  const spansIn = (text: string, from: number, to: number): readonly Span[] => {
    const spans: Span[] = [];
    current().each(text, Math.max(0, from - SHOWN_CHARACTERS_MAX), (at, what) => {
      if (at >= to) return text.length;
      const span = spanAt(text, at, what);
      if (span === null) return at;
      spans.push(span);
      return span.end;
    });
    if (known.findOwn === null) return spans;
    const given = redactionsIn(text);
    const isFree = ({ start, end }: FoundSecret) => !given.some((one) => one.start < end && start < one.end);
    const own = known.findOwn(text).filter((found) => found.start >= from && found.start < to && isFree(found));
    return joined([...spans, ...own.map(({ name: kind, ...place }) => ({ ...place, name: null, kind }))]);
  };

  return {
    takeOut(text, { from = 0, to = text.length, literal = asItIs } = {}) {
      const before = known.remembered.size;
      let spans = spansIn(text, from, to);
      // What has just come to be known may stand further up.
      if (known.remembered.size > before) spans = spansIn(text, from, to);
      let given = '';
      let at = from;
      for (const { start, end, name, kind } of spans) {
        const placed = name ?? known.names.nameOf(kind, read(text.slice(start, end)));
        given += `${literal(text.slice(at, start))}${BEGINNING}${placed}]`;
        at = end;
      }
      const end = Math.max(at, to);
      return { text: given + literal(text.slice(at, end)), end };
    },
    unfinished(text, from) {
      const start = Math.max(0, from - SHOWN_CHARACTERS_MAX);
      let open = text.length;
      current().each(text, start, (at, what) => {
        if (!('pattern' in what) || !isUnfinished(text, at, what.pattern)) return at;
        open = at;
        return text.length;
      });
      const leastOf = (what: Sought) => ('pattern' in what ? SHOWN_CHARACTERS_MAX + 1 : 1);
      return Math.min(open, search.unfinished(text, start, leastOf));
    },
  };
}

/** Asked of every piece of a reply: it makes no copy. */
function isWhatIsKnown(before: readonly string[], { secrets, remembered }: Known): boolean {
  if (before.length !== 2 * (secrets.size + remembered.size)) return false;
  let at = 0;
  for (const [name, secret] of secrets) if (before[at++] !== name || before[at++] !== secret) return false;
  return true;
}

const asItIs = (text: string): string => text;

/** Of those that overlap one, by the name of the longest. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || span.start >= last.end) all.push(span);
    else if (span.end > last.end) {
      const { kind } = span.end - span.start > last.end - last.start ? span : last;
      all[all.length - 1] = { start: last.start, end: span.end, name: null, kind };
    }
  }
  return all;
}

/** Each secret in each form that it may have, under a name of its own, so that it goes back as it was. */
export function formsOf(secrets: Secrets): ReadonlyMap<string, string> {
  const content = [...secrets].flat().join('\0');
  const before = knownForms.get(secrets);
  if (before?.content === content) return before.forms;
  const forms = new Map(
    [...secrets]
      .filter(([, value]) => isSecret(value))
      .flatMap(([name, value]) =>
        formsOfSecret(value).map((form) => [form.name === '' ? name : `${name}-${form.name}`, form.text] as const),
      ),
  );
  knownForms.set(secrets, { content, forms });
  return forms;
}

/** They are looked for in every text, and change only where another server is asked in mid-session. */
const knownForms = new WeakMap<Secrets, { readonly content: string; readonly forms: ReadonlyMap<string, string> }>();
