/**
 * One text put in the place of another, where that stands exactly once, or everywhere. Line endings are not compared;
 * everything outside of the match keeps every character, and so does what the two texts have in common at their ends.
 */
import { endingAt, lfViewOf, toLf } from './line-endings.ts';

export type Replacement = { readonly old: string; readonly new: string };

/** Lines of one place, counted from 1: `old` in the text before, `new` in the text after, null where none is left. */
export type Place = { readonly old: LineRange; readonly new: LineRange | null };
export type LineRange = { readonly first: number; readonly last: number };

export type Replaced =
  | { readonly kind: 'replaced'; readonly text: string; readonly places: readonly Place[] }
  /** Nothing would change. */
  | { readonly kind: 'same' }
  | { readonly kind: 'none' }
  /** More than one place, and not all were asked for: the lines where they begin. */
  | { readonly kind: 'many'; readonly lines: readonly number[] };

/** `old` must not be empty. */
export function replaceText(text: string, replacement: Replacement, all: boolean): Replaced {
  const view = lfViewOf(text);
  const oldText = toLf(replacement.old);
  const newText = toLf(replacement.new);
  if (oldText === newText) return { kind: 'same' };

  const starts = all ? startsOf(view.text, oldText) : startsUnlessOne(view.text, oldText);
  if (starts.length === 0) return { kind: 'none' };
  const lineOf = lineCounter(view.text);
  if (starts.length > 1 && !all) return { kind: 'many', lines: starts.map(lineOf) };

  const common = commonEnds(oldText, newText);
  const core = newText.slice(common.before, newText.length - common.after);
  const pieces: string[] = [];
  let doneTo = 0;
  for (const start of starts) {
    const end = start + oldText.length;
    const ending = endingAt(text, view.originalOffset(start), view.originalOffset(end));
    pieces.push(text.slice(doneTo, view.originalOffset(start + common.before)));
    pieces.push(ending === '\n' ? core : core.replaceAll('\n', ending));
    doneTo = view.originalOffset(end - common.after);
  }
  pieces.push(text.slice(doneTo));
  return { kind: 'replaced', text: pieces.join(''), places: placesOf(starts.map(lineOf), oldText, newText) };
}

function startsOf(text: string, wanted: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) starts.push(at);
  return starts;
}

/** As `startsOf`, but a place that overlaps an only one makes two: which of them is meant nobody can know. */
function startsUnlessOne(text: string, wanted: string): number[] {
  const starts = startsOf(text, wanted);
  const [only] = starts;
  if (only === undefined || starts.length > 1) return starts;
  const overlapping = text.indexOf(wanted, only + 1);
  return overlapping === -1 ? starts : [only, overlapping];
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

function placesOf(lines: readonly number[], oldText: string, newText: string): Place[] {
  const oldBreaks = countBreaks(oldText);
  const newBreaks = countBreaks(newText);
  return lines.map((first, index) => {
    const newFirst = first + index * (newBreaks - oldBreaks);
    return {
      old: { first, last: first + oldBreaks - (oldText.endsWith('\n') ? 1 : 0) },
      new: newText === '' ? null : { first: newFirst, last: newFirst + newBreaks - (newText.endsWith('\n') ? 1 : 0) },
    };
  });
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
