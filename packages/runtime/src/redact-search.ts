/**
 * Finds the secrets in a text, and puts names in their place: those of connections, those that can be told by their look,
 * and what the person's own patterns find; the first two in one pass. What has been found once is looked for in its other
 * forms as well.
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
import type { ConnectionForm, ConnectionSecrets } from './connection-secrets.ts';
import { BEGINNING, type Named, type Names, notKept, redactionsIn, withoutMark } from './redact-names.ts';

export type Taking = {
  /**
   * The text between two places, without the secrets that begin there: what stands before and behind is only looked at.
   * `end` is where that part ends, or the last secret in it; `names` are those that were put into it.
   */
  readonly takeOut: (text: string, part?: Part) => TakenOut;
  /** Where the secret begins in whose midst the end of the text may be: its length where it is in none. */
  readonly unfinished: (text: string, from: number) => number;
};

export type TakenOut = { readonly text: string; readonly end: number; readonly names: readonly string[] };

/** From where to where; all of the text where it is left out. `literal` is done to what is no secret. */
export type Part = {
  readonly from?: number;
  readonly to?: number;
  readonly literal?: (text: string) => string;
};

/** Shared by all that look for secrets in a session. */
export type Known = {
  readonly connections: ConnectionSecrets;
  readonly findOwn: FindSecrets | null;
  readonly names: Names;
  /**
   * Secrets, with their kind, that were told by what stood before them or by a pattern of the person's: from then on they are
   * known wherever they stand.
   */
  readonly remembered: Map<string, string>;
};

/** More of them are taken out only where they can be told. */
const REMEMBERED_MAX = 200;
/** Of so many the other forms are looked for. */
const SOUGHT_IN_FORMS_MAX = 200;
/** Once for what is there, once for what has come to be known by that. */
const ROUNDS_MAX = 2;
/** What the patterns find where it stands: to look for it here as well would hide from them how it begins. */
const FOUND_BY_LOOK: ReadonlySet<string> = new Set(['', 'json', 'html']);

/**
 * So much of the prefix of a token may have been given out before it is one: `gh` says nothing, and many a line that waits
 * for more ends in a letter with which some prefix begins.
 */
const SHOWN_CHARACTERS_MAX = 2;

/** What the search has found: a secret in full, or how the match of a pattern begins. */
type Sought = (What & { readonly length: number }) | { readonly pattern: SecretPattern };
/** By its name, or by its kind where it has none yet. `isForm`: it is another form of one that was found; `isOwn`: a pattern of the person's has found it. */
type What = { readonly name: string | null; readonly kind: string; readonly isForm: boolean; readonly isOwn?: true };
type Span = FoundIn & What;
type FoundIn = { readonly start: number; readonly end: number };

/** @param asBytes each character of the texts is a byte */
export function createTaking(shared: Known, { asBytes }: { readonly asBytes: boolean }): Taking {
  const written = (text: string) => (asBytes ? Buffer.from(text).toString('latin1') : text);
  const read = (text: string) => (asBytes ? Buffer.from(text, 'latin1').toString() : text);
  const { connections, names } = shared;
  let forms: readonly ConnectionForm[] | null = null;
  let remembered = 0;
  let inForms = 0;
  let search: TextSearch<Sought> = searchFor([]);

  const lookFor = (text: string, what: What) => {
    const sought = written(text);
    search.add(sought, { length: sought.length, ...what });
  };

  const current = (): TextSearch<Sought> => {
    const known = connections.forms();
    if (forms !== known) {
      search = searchFor<Sought>(SECRET_BEGINNINGS.map(([beginning, pattern]) => [beginning, { pattern }] as const));
      for (const { name, text, isForm } of known) lookFor(text, { name: names.marked(name), kind: name, isForm });
      [forms, remembered, inForms] = [known, 0, 0];
    }
    if (remembered < shared.remembered.size) {
      for (const [secret, kind] of [...shared.remembered].slice(remembered)) {
        if (!isAmong(known, secret)) lookFor(secret, { name: null, kind, isForm: false });
      }
      remembered = shared.remembered.size;
    }
    for (; inForms < Math.min(names.all.length, SOUGHT_IN_FORMS_MAX); inForms++) {
      for (const [text, what] of otherForms(names.all[inForms], names)) if (!isAmong(known, text)) lookFor(text, what);
    }
    return search;
  };

  const spanAt = (text: string, at: number, what: Sought): Span | null => {
    if ('length' in what) return { start: at, end: at + what.length, ...what };
    const found = secretAt(text, at, what.pattern);
    if (found === null || text.slice(found.start, found.end).includes(BEGINNING)) return null;
    if (what.pattern.byContext && shared.remembered.size < REMEMBERED_MAX) {
      shared.remembered.set(text.slice(found.start, found.end), found.name);
    }
    const isWhole = what.pattern.isWhole?.(text.slice(found.start, found.end)) ?? true;
    const name = isWhole ? null : names.marked(notKept(found.name));
    return { start: found.start, end: found.end, name, kind: found.name, isForm: false };
  };

  const spansIn = (text: string, from: number, to: number): readonly Span[] => {
    const spans: Span[] = [];
    current().each(text, Math.max(0, from - SHOWN_CHARACTERS_MAX), (at, what) => {
      if (at >= to) return text.length;
      const span = spanAt(text, at, what);
      if (span === null) return at;
      spans.push(span);
      // What begins within the match of a pattern may be a connection's, and end behind it.
      return 'pattern' in what ? at : span.end;
    });
    if (shared.findOwn === null) return joined(spans, names);
    const given = redactionsIn(text);
    const isFree = ({ start, end }: FoundSecret) => !given.some((one) => one.start < end && start < one.end);
    const own = shared.findOwn(text).filter((found) => found.start >= from && found.start < to && isFree(found));
    return joined(
      [
        ...spans,
        ...own.map(({ name: kind, ...place }) => ({ ...place, name: null, kind, isForm: false, isOwn: true as const })),
      ],
      names,
    );
  };

  const nameIn = (text: string, { start, end, name, kind, isForm, isOwn }: Span): string => {
    if (name !== null) return name;
    const secret = read(text.slice(start, end));
    if (isOwn && isSecret(secret) && shared.remembered.size < REMEMBERED_MAX) shared.remembered.set(secret, kind);
    return names.nameOf(kind, secret, isForm);
  };

  return {
    takeOut(text, { from = 0, to = text.length, literal = asItIs } = {}) {
      let spans: readonly Span[] = [];
      let placed: readonly string[] = [];
      for (let round = 0; round < ROUNDS_MAX; round++) {
        const before = shared.remembered.size + names.all.length;
        spans = spansIn(text, from, to);
        placed = spans.map((span) => nameIn(text, span));
        // What has just come to be known may stand further up, or in another form.
        if (shared.remembered.size + names.all.length === before) break;
      }
      let given = '';
      let at = from;
      for (const [index, { start, end }] of spans.entries()) {
        given += `${literal(text.slice(at, start))}${BEGINNING}${placed[index]}]`;
        at = end;
      }
      const end = Math.max(at, to);
      return { text: given + literal(text.slice(at, end)), end, names: placed };
    },
    unfinished(text, from) {
      const start = Math.max(0, from - SHOWN_CHARACTERS_MAX);
      let open = text.length;
      current().each(text, start, (at, what) => {
        if (!('pattern' in what) || !isUnfinished(text, at, what.pattern)) return at;
        open = at;
        return text.length;
      });
      const leastOf = (what: Sought) => ('pattern' in what || what.isForm ? SHOWN_CHARACTERS_MAX + 1 : 1);
      return Math.min(open, search.unfinished(text, start, leastOf));
    },
  };
}

/** What a connection has too goes by the connection's name. */
function isAmong(connections: readonly ConnectionForm[], text: string): boolean {
  return connections.some((form) => form.text === text);
}

/** A secret that was found as it stands, in its other forms. */
function otherForms(named: Named | undefined, names: Names): readonly (readonly [text: string, what: What])[] {
  if (named === undefined || !isSecret(named.secret)) return [];
  const others = formsOfSecret(named.secret).filter(({ name }) => !FOUND_BY_LOOK.has(name));
  return others.map(({ name, text, isPiece }) => {
    const kind = `${withoutMark(named.name)}-${name}`;
    return [text, { name: isPiece ? names.marked(notKept(kind)) : null, kind, isForm: true }];
  });
}

const asItIs = (text: string): string => text;

/** Of those that overlap one, by the kind of the longest; where one of them is not to be put back, the whole is not. */
function joined(spans: readonly Span[], names: Names): readonly Span[] {
  if (spans.length < 2) return spans;
  const all: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || span.start >= last.end) all.push(span);
    // A connection's goes by its own name, whatever else it looks like.
    else if (span.end === last.end && span.start === last.start) all[all.length - 1] = span.name === null ? last : span;
    else if (span.end > last.end) {
      const { kind } = span.end - span.start > last.end - last.start ? span : last;
      const name = last.name === null && span.name === null ? null : names.marked(notKept(kind));
      all[all.length - 1] = { start: last.start, end: span.end, name, kind, isForm: false };
    }
  }
  return all;
}
