/**
 * Looks for many texts in one pass. Of each three characters of a text a table says whether one of those sought may begin with
 * them: in most texts few do. A regular expression of all that is sought would take three times as long.
 */

/** A search for texts, made by `searchFor`. */
export type TextSearch<T> = {
  /** Looks for one more text from now on; where it is looked for already, it stands for this. */
  readonly add: (text: string, what: T) => void;
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
  const meaning = new Map<string, T>();
  const beginnings = new Uint8Array(NUMBER_MAX + 1);
  /** The longest first: by the number of their beginnings, and by their first characters. */
  const byBeginning = new Map<number, string[]>();
  const byFirst = new Map<number, string[]>();
  let longest = 0;

  const add = (text: string, what: T): void => {
    const isNew = !meaning.has(text);
    meaning.set(text, what);
    if (!isNew) return;
    const number = numberOf(text);
    beginnings[number] = 1;
    longest = Math.max(longest, text.length);
    insert(byBeginning, number, text);
    insert(byFirst, text.charCodeAt(0), text);
  };
  for (const [text, what] of sought) add(text, what);

  return {
    add,
    each(text, from, found) {
      for (let at = nextLikely(text, from, beginnings); at !== -1; ) {
        const start = at;
        const likely = byBeginning.get(numberOf(text, start)) ?? NONE;
        const one = likely.find((beginning) => text.startsWith(beginning, start));
        const goOn = one === undefined ? start : found(start, meaning.get(one) as T);
        at = nextLikely(text, Math.max(goOn, start + 1), beginnings);
      }
    },
    unfinished(text, from, leastOf) {
      const isOpen = (at: number, likely: readonly string[] | undefined): boolean =>
        likely?.some((one) => endsInBeginning(text, at, one) && text.length - at >= leastOf(meaning.get(one) as T)) ===
        true;
      const start = Math.max(from, text.length - longest + 1);
      let at = nextLikely(text, start, beginnings);
      for (; at !== -1; at = nextLikely(text, at + 1, beginnings)) {
        if (isOpen(at, byBeginning.get(numberOf(text, at)))) return at;
      }
      // What is too short for a number.
      for (at = Math.max(start, text.length - NUMBERED_CHARACTERS + 1); at < text.length; at++) {
        if (isOpen(at, byFirst.get(text.charCodeAt(at)))) return at;
      }
      return text.length;
    },
  };
}

function insert(lists: Map<number, string[]>, key: number, text: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [text]);
  else {
    const at = list.findIndex(({ length }) => length < text.length);
    list.splice(at === -1 ? list.length : at, 0, text);
  }
}

const NONE: readonly string[] = [];

/** So many characters make a number, each with the lowest bits that those before leave to it. */
const NUMBERED_CHARACTERS = 3;
const CHARACTER_BITS = 6;
const NUMBER_MAX = 0x3ffff;

/** The number that the characters of a text from there on make. */
function numberOf(text: string, from = 0): number {
  let number = 0;
  for (let at = from; at < from + NUMBERED_CHARACTERS; at++) number = withNext(number, text.charCodeAt(at));
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
