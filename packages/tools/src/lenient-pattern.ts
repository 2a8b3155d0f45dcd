/**
 * A text as a regular expression that also finds what models write in its place: other quotes, dashes and kinds of space,
 * accents as one character or two, blanks at the ends of lines; and, for whole lines, another indentation. The file is
 * searched as it is, so that the places found are places in the file. No pattern can take more than linear time for a place.
 */

/** Longer texts are only looked for as they are. */
const PATTERN_CHARACTERS_MAX = 64 * 1024;

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

/** Blanks at line ends, quotes, dashes, spaces and accents do not count. Null where nothing is left to look for. */
export function normalisedPattern(wanted: string): RegExp | null {
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
export function indentedPattern(wanted: string): RegExp | null {
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
