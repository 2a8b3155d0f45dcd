/**
 * A quick look at what may begin a mark, before the exact one: code and markup are full of `<`, `-` and `]`, and most of them
 * begin nothing. It may say yes too often, and says no only where the exact look would.
 */

const NEWLINE = 10;
const SPACE = 32;
const DASH = 45;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
const UPPER_T = 84;
const BRACKET = 91;
const BRACKET_END = 93;
const LOWER_A = 97;
const LOWER_Z = 122;
/** A table of all pairs of letters. */
const PAIRS = 1_024;

/** Whether a mark may begin at `text[at]`, which is a character that can begin one. */
export type Glance = (text: string, at: number) => boolean;

/** @param names the tag names that count, in lower case. */
export function glanceFor(names: ReadonlySet<string>): Glance {
  const beginnings = new Uint8Array(PAIRS);
  for (const name of names) beginnings[pairOf(name.charCodeAt(0), name.charCodeAt(1))] = 1;

  /** Whether a known name, or one behind a namespace, may stand there: two letters tell of most that none does. */
  const mayBeName = (text: string, at: number): boolean => {
    const first = text.charCodeAt(at);
    let next = text.charCodeAt(at + 1);
    if (!isLetter(first) || !isLetter(next) || beginnings[pairOf(first, next)] === 1) return true;
    for (let i = at + 2; isLetter(next); i++) next = text.charCodeAt(i);
    return next !== GREATER && next !== SPACE && next !== NEWLINE && next !== SLASH;
  };

  return (text, at) => {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    // The text ends here: more may come.
    if (Number.isNaN(next)) return true;
    switch (code) {
      case LESS:
        if (next === SPACE || next === LESS) return false;
        return mayBeName(text, next === SLASH ? at + 2 : at + 1);
      case DASH:
      case BRACKET_END:
        return next === code;
      case BRACKET:
        return next === UPPER_T || next === SLASH;
      default:
        return true;
    }
  };
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= LOWER_A && lower <= LOWER_Z;
}

function pairOf(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31);
}
