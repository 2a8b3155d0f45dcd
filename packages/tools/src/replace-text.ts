/**
 * One text put in the place of another, where that stands exactly once, or everywhere. Line endings are never compared;
 * everything outside of the match keeps every character. What is not there as it is written is looked for without regard to
 * blanks, quotes and dashes, then as whole lines of another indentation.
 */
import { shiftBetween } from './indentation.ts';
import { indentationOf, indentedSpans, linesOf, normalisedSpans, type Span } from './lenient-pattern.ts';
import { endingAt, lfViewOf, toLf } from './line-endings.ts';

export type Replacement = { readonly old: string; readonly new: string };

/** How much of the text counted in the search. */
export type Matching = 'exact' | 'normalised' | 'indentation';

/** Lines of one place, counted from 1: `old` in the text before, `new` in the text after, null where none is left. */
export type Place = { readonly old: LineRange; readonly new: LineRange | null };
export type LineRange = { readonly first: number; readonly last: number };

export type Replaced =
  | {
      readonly kind: 'replaced';
      readonly text: string;
      readonly places: readonly Place[];
      readonly matching: Matching;
    }
  /** Nothing would change. */
  | { readonly kind: 'same' }
  | { readonly kind: 'none' }
  /** More than one place, and not all were asked for: the lines where they begin, and how many are there as written. */
  | { readonly kind: 'many'; readonly lines: readonly number[]; readonly exact: number };

/** A part of the text, and what comes in its place, with LF. */
type Change = Span & { readonly new: string };
/** A place that was found, and the part of it that is really changed. */
type Found = { readonly place: Change; readonly change: Change };

/**
 * Each spelling is looked for as it is, then each in the more lenient ways; the first that is there decides. No `old` may be
 * empty. A text that is there once as it is, and a second time but for what the seed's normalisations leave out, is there
 * twice: which one is meant, nobody can know.
 */
export function replaceText(text: string, spellings: readonly Replacement[], all: boolean): Replaced {
  const wanted = spellings.map((spelling) => ({ old: toLf(spelling.old), new: toLf(spelling.new) }));
  if (wanted.every((spelling) => spelling.old === spelling.new)) return { kind: 'same' };

  for (const spelling of wanted) {
    const exact = exactSpans(text, spelling.old, all);
    if (exact.length === 0) continue;
    const like = all ? [] : beside(exact, normalisedSpans(text, spelling.old));
    if (exact.length + like.length > 1 && !all) return many(text, [...exact, ...like], exact.length);
    return replaced(
      text,
      exact.map((span) => trimmed(text, span, spelling)),
      'exact',
    );
  }
  for (const spelling of wanted) {
    const spans = normalisedSpans(text, spelling.old);
    if (spans.length > 1 && !all) return many(text, spans, 0);
    if (spans.length > 0) {
      return replaced(
        text,
        spans.map((span) => wholly({ ...span, new: spelling.new })),
        'normalised',
      );
    }
  }
  for (const spelling of wanted) {
    const changes = indentedSpans(text, spelling.old).flatMap((span) => indented(text, span, spelling));
    if (changes.length > 1 && !all) return many(text, changes, 0);
    if (changes.length > 0) return replaced(text, changes.map(wholly), 'indentation');
  }
  return { kind: 'none' };
}

function many(text: string, spans: readonly Span[], exact: number): Replaced {
  const starts = spans.map(({ start }) => start).sort((one, other) => one - other);
  return { kind: 'many', lines: starts.map(lineCounter(text)), exact };
}

function wholly(change: Change): Found {
  return { place: change, change };
}

function replaced(text: string, found: readonly Found[], matching: Matching): Replaced {
  const pieces: string[] = [];
  let doneTo = 0;
  for (const { place, change } of found) {
    const ending = endingAt(text, place.start, place.end);
    pieces.push(text.slice(doneTo, change.start), ending === '\n' ? change.new : change.new.replaceAll('\n', ending));
    doneTo = change.end;
  }
  pieces.push(text.slice(doneTo));
  const after = pieces.join('');
  if (after === text) return { kind: 'same' };
  return {
    kind: 'replaced',
    text: after,
    places: placesOf(
      text,
      found.map(({ place }) => place),
    ),
    matching,
  };
}

/** In ascending order, none over another; but where all are not asked for, one over an only one makes two. */
function exactSpans(text: string, wanted: string, all: boolean): Span[] {
  const direct = asItStands(text, wanted);
  const view = direct === null ? lfViewOf(text) : { text, originalOffset: (offset: number) => offset };
  const sought = direct ?? wanted;
  const starts: number[] = [];
  for (let at = view.text.indexOf(sought); at !== -1; at = view.text.indexOf(sought, at + sought.length)) {
    starts.push(at);
  }
  const [only] = starts;
  const overlapping = only === undefined || starts.length > 1 || all ? -1 : view.text.indexOf(sought, only + 1);
  if (overlapping !== -1) starts.push(overlapping);
  return starts.map((start) => ({
    start: view.originalOffset(start),
    end: view.originalOffset(start + sought.length),
  }));
}

/** What to look for in the text itself, where all its endings are alike; null where they are mixed. */
function asItStands(text: string, wanted: string): string | null {
  if (!text.includes('\r\n')) return wanted;
  if (wanted.includes('\r')) return null;
  if (!wanted.includes('\n')) return wanted;
  return /(?<!\r)\n/.test(text) ? null : wanted.replaceAll('\n', '\r\n');
}

/** Those that overlap none of the others. Both ascend. */
function beside(others: readonly Span[], spans: readonly Span[]): Span[] {
  let at = 0;
  return spans.filter((span) => {
    while (at < others.length && (others[at]?.end ?? 0) <= span.start) at++;
    return (others[at]?.start ?? span.end) >= span.end;
  });
}

/** What both texts begin and end with is left alone, so that its line endings stay what they are, however mixed. */
function trimmed(text: string, { start, end }: Span, { old, new: by }: Replacement): Found {
  const { before, after } = commonEnds(old, by);
  const view = lfViewOf(text.slice(start, end));
  const change = {
    start: start + view.originalOffset(before),
    end: start + view.originalOffset(old.length - after),
    new: by.slice(before, by.length - after),
  };
  return { place: { start, end, new: by }, change };
}

/** The new lines with the indentation that the file has. None where the indentations contradict each other. */
function indented(text: string, span: Span, { old, new: by }: Replacement): Change[] {
  const found = linesOf(toLf(text.slice(span.start, span.end).replace(/^\ufeff/, '')));
  const pairs = linesOf(old).flatMap((line, at) =>
    line.trim() === '' ? [] : [[indentationOf(line), indentationOf(found[at] ?? '')] as const],
  );
  const shift = shiftBetween(pairs);
  if (!shift) return [];
  const lines = by.split('\n').map((line) => {
    const indentation = indentationOf(line);
    return indentation.length === line.length ? line : shift(indentation) + line.slice(indentation.length);
  });
  const start = text[span.start] === '\ufeff' ? span.start + 1 : span.start;
  return [{ start, end: span.end, new: lines.join('\n') }];
}

/** Lengths of what both begin with and of what both end with; the two do not overlap. */
function commonEnds(one: string, other: string): { before: number; after: number } {
  const shorter = Math.min(one.length, other.length);
  let before = 0;
  while (before < shorter && one[before] === other[before]) before++;
  let after = 0;
  while (after < shorter - before && one[one.length - 1 - after] === other[other.length - 1 - after]) after++;
  return { before, after };
}

/** Line numbers of ascending offsets, in one pass. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let newline = text.indexOf('\n');
  return (offset) => {
    while (newline !== -1 && newline < offset) {
      line++;
      newline = text.indexOf('\n', newline + 1);
    }
    return line;
  };
}

function placesOf(text: string, places: readonly Change[]): Place[] {
  const lineOf = lineCounter(text);
  let shift = 0;
  return places.map(({ start, end, new: by }) => {
    const old = text.slice(start, end);
    const first = lineOf(start);
    const newFirst = first + shift;
    shift += countBreaks(by) - countBreaks(old);
    return { old: linesFrom(first, old), new: by === '' ? null : linesFrom(newFirst, by) };
  });
}

function linesFrom(first: number, text: string): LineRange {
  return { first, last: first + countBreaks(text) - (text.endsWith('\n') ? 1 : 0) };
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
