/**
 * Looks for many texts in one pass. Of each three characters of a text a table says whether one of those sought may begin with
 * them: in most texts few do. A regular expression of all that is sought would take three times as long.
 */

/** A search for texts, made by `searchFor`. */
export type TextSearch<T> = {
  /**
   * Tells of each place where one of the texts stands, in order, and of several at one place of the longest. The answer is
   * where to go on; the place itself: behind its first character.
   */
  readonly each: (text: string, from: number, found: (at: number, what: T) => number) => void;
  /**
   * Where the end of a text may be the beginning of one: its length where it cannot. Asked of every piece of a reply.
   * @param leastOf of how many characters such a beginning must be
   */
  readonly unfinished: (text: string, from: number, leastOf: (what: T) => number) => number;
};

/**
 * A search for many texts at once, in one walk over what is searched.
 * @param sought texts of at least three characters, and what each stands for
 */
export function searchFor<T>(sought: readonly (readonly [text: string, what: T])[]): TextSearch<T> {
  const meaning = new Map(sought);
  const texts = [...meaning.keys()].sort((a, b) => b.length - a.length);
  const longest = texts[0]?.length ?? 0;
  const beginnings = new Uint8Array(NUMBER_MAX + 1);
  for (const text of texts) beginnings[numberOf(text)] = 1;
  const byFirst = new Map<number, string[]>();
  for (const text of texts) byFirst.set(text.charCodeAt(0), [...(byFirst.get(text.charCodeAt(0)) ?? []), text]);

  return {
    each(text, from, found) {
      for (let at = nextLikely(text, from, beginnings); at !== -1; ) {
        const start = at;
        const one = byFirst.get(text.charCodeAt(start))?.find((beginning) => text.startsWith(beginning, start));
        const goOn = one === undefined ? start : found(start, meaning.get(one) as T);
        at = nextLikely(text, Math.max(goOn, start + 1), beginnings);
      }
    },
    unfinished(text, from, leastOf) {
      for (let at = Math.max(from, text.length - longest + 1); at < text.length; at++) {
        const length = text.length - at;
        for (const one of byFirst.get(text.charCodeAt(at)) ?? NONE) {
          if (endsInBeginning(text, at, one) && length >= leastOf(meaning.get(one) as T)) return at;
        }
      }
      return text.length;
    },
  };
}

const NONE: readonly string[] = [];

/** So many characters make a number, each with the lowest bits that those before leave to it. */
const NUMBERED_CHARACTERS = 3;
const CHARACTER_BITS = 5;
const NUMBER_MAX = 0x7fff;

/** The number that the first characters of a text make. */
function numberOf(text: string): number {
  let number = 0;
  for (let at = 0; at < NUMBERED_CHARACTERS; at++) number = withNext(number, text.charCodeAt(at));
  return number;
}

/** The number of the last characters, when one more has come; the first of them is gone. */
function withNext(number: number, code: number): number {
  return ((number << CHARACTER_BITS) ^ code) & NUMBER_MAX;
}

/** The next place from there on where one of the beginnings may stand; -1 where there is none. */
function nextLikely(text: string, from: number, beginnings: Uint8Array): number {
  const first = from + NUMBERED_CHARACTERS - 1;
  let number = 0;
  for (let at = from; at < text.length; at++) {
    number = withNext(number, text.charCodeAt(at));
    if (beginnings[number] === 1 && at >= first) return at - NUMBERED_CHARACTERS + 1;
  }
  return -1;
}

/** Whether all that stands from there on is how the text sought begins, and not the whole of it. */
function endsInBeginning(text: string, at: number, sought: string): boolean {
  const length = text.length - at;
  if (length >= sought.length) return false;
  for (let i = 0; i < length; i++) if (text.charCodeAt(at + i) !== sought.charCodeAt(i)) return false;
  return true;
}

/** A text as it stands in a regular expression for nothing but itself. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
