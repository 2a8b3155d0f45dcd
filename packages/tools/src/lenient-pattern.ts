/**
 * A text as a regular expression that also finds what models write in its place: other quotes, dashes and kinds of space,
 * accents as one character or two, blanks at the ends of lines; and, for whole lines, another indentation. The file is
 * searched as it is, so that the places found are places in the file. No pattern can take more than linear time for a place;
 * where too many places begin alike, as in a file that says the same over and over, none is looked for.
 */

/** Longer texts are only looked for as they are. */
const PATTERN_CHARACTERS_MAX = 64 * 1024;

/** So much of the beginning of a long text tells how many places begin like it. */
const PROBE_CHARACTERS = 100;
/** Characters compared in all, at most: about a second. */
const COMPARED_CHARACTERS_MAX = 1_000_000_000;

const SPACES = ' \\u00a0\\u2002-\\u200a\\u202f\\u205f\\u3000';
const BLANK = `[\\t\\f\\v${SPACES}]`;
const BLANKS_AT_END = new RegExp(`${BLANK}+$`);
const BLANKS_AT_START = new RegExp(`^${BLANK}+`);
const LINE_BREAK = '\\r?\\n';
const END_OF_LINE = '(?![^\\r\\n])';

/** What counts as the same character. */
const CLASSES = ["['\\u2018-\\u201b]", '["\\u201c-\\u201f]', '[-\\u2010-\\u2015\\u2212]', `[${SPACES}]`].map(
  (source) => ({
    source,
    members: new RegExp(`^${source}$`),
  }),
);

export type Span = { readonly start: number; readonly end: number };

/** Where a text is found but for what `normalisedPattern` leaves out. In ascending order, none over another. */
export function normalisedSpans(text: string, wanted: string): Span[] {
  return spansOf(text, wanted, normalisedPattern, wanted.trimStart().slice(0, PROBE_CHARACTERS));
}

/** The same for `indentedPattern`. */
export function indentedSpans(text: string, wanted: string): Span[] {
  const lineEnd = wanted.indexOf('\n', PROBE_CHARACTERS);
  return spansOf(text, wanted, indentedPattern, lineEnd === -1 ? wanted : wanted.slice(0, lineEnd));
}

function spansOf(text: string, wanted: string, patternOf: typeof normalisedPattern, beginning: string): Span[] {
  const pattern = patternOf(wanted);
  if (!pattern) return [];
  const probe = beginning.length < wanted.length ? patternOf(beginning) : null;
  if (probe) {
    // What overlaps itself is counted once: so many places may begin in one that is found.
    let compared = 0;
    for (const _ of text.matchAll(probe)) {
      compared += wanted.length * beginning.length;
      if (compared > COMPARED_CHARACTERS_MAX) return [];
    }
  }
  return [...text.matchAll(pattern)].map((found) => ({ start: found.index, end: found.index + found[0].length }));
}

/** Blanks at line ends, quotes, dashes, spaces and accents do not count. Null where nothing is left to look for. */
function normalisedPattern(wanted: string): RegExp | null {
  if (wanted.length > PATTERN_CHARACTERS_MAX || wanted.trim() === '') return null;
  const lines = wanted.split('\n');
  const sources = lines.map((line, at) => {
    const text = line.replace(BLANKS_AT_END, '');
    const blanks = line.slice(text.length);
    if (at === lines.length - 1)
      return blanks === '' ? like(text) : `${like(text)}(?:${like(blanks)}|${BLANK}*${END_OF_LINE})`;
    // Blanks that a match would begin with stay outside of it.
    return at === 0 && text === '' ? '' : `${like(text)}${BLANK}*`;
  });
  return new RegExp(sources.join(LINE_BREAK), 'g');
}

/** Whole lines whose indentation does not count either, nor what `normalisedPattern` leaves out. Null for a text that begins or ends with an empty line. */
function indentedPattern(wanted: string): RegExp | null {
  const lines = linesOf(wanted);
  if (wanted.length > PATTERN_CHARACTERS_MAX || lines[0]?.trim() === '' || lines.at(-1)?.trim() === '') return null;
  const sources = lines.map((line) => {
    const text = line.replace(BLANKS_AT_END, '').replace(BLANKS_AT_START, '');
    return text === '' ? `${BLANK}*` : `${BLANK}*${like(text)}${BLANK}*`;
  });
  return new RegExp(`^\\ufeff?${sources.join(LINE_BREAK)}${wanted.endsWith('\n') ? LINE_BREAK : END_OF_LINE}`, 'gm');
}

/** The lines of a text, whether or not the last one has its newline. */
export function linesOf(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

export function indentationOf(line: string): string {
  return BLANKS_AT_START.exec(line)?.[0] ?? '';
}

/** One letter with its accents at a time. */
function like(text: string): string {
  return text.replace(/\P{M}\p{M}*/gsu, (letter) => {
    const same = CLASSES.find(({ members }) => members.test(letter));
    if (same) return same.source;
    const [composed, taken] = [letter.normalize('NFC'), letter.normalize('NFD')];
    const forms = [...new Set([letter, composed, taken])].map(escaped);
    return forms.length === 1 ? (forms[0] ?? '') : `(?:${forms.join('|')})`;
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
