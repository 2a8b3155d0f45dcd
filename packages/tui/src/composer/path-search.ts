/**
 * Fuzzy search in very many paths: which have the signs of a query in order, and which of them are meant most likely. Made
 * for 100,000 of them at each key (lists to choose from have few, and a search of their own), so the texts stand in one array of code units, without case; a mask of the signs that each one has
 * says no to most of them before they are looked at; and nothing is allocated for a text that is not among the best.
 *
 * What counts: signs next to each other, signs at the start of a word, and a find in the last part of a path more than
 * one in its folders. The query may have several words; each must be found.
 */

/** Texts that are searched again and again. Made once, by `searchable`. */
export type Searchable = {
  readonly texts: readonly string[];
  /** Code units of all texts in a row, without case. */
  readonly codes: Uint16Array;
  /** 1 where a word begins: behind what is no letter and no digit, or a capital behind a small letter. */
  readonly wordStarts: Uint8Array;
  /** Where each text begins in `codes`; one more, for the end of the last. */
  readonly starts: Uint32Array;
  /** Where its last part begins: behind its last slash. */
  readonly names: Uint32Array;
  /** A bit for each letter and digit that it has, one for all the rest. */
  readonly masks: Uint32Array;
};

export type Match = { readonly index: number; readonly score: number };

const SIGN = 16;
const GAP = -3;
const GAP_LONGER = -1;
const WORD_STARTS = 8;
const FOLLOWS = 6;
/** The first sign of a query says more than the others: so many times as much. */
const FIRST_TIMES = 2;
const IN_NAME = 24;
const NOT_FOUND = Number.NEGATIVE_INFINITY;
const SLASH = 0x2f;

export function searchable(texts: readonly string[]): Searchable {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const codes = new Uint16Array(length);
  const wordStarts = new Uint8Array(length);
  const starts = new Uint32Array(texts.length + 1);
  const names = new Uint32Array(texts.length);
  const masks = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, text] of texts.entries()) {
    starts[index] = end;
    names[index] = end;
    let mask = 0;
    let before = SLASH;
    for (let at = 0; at < text.length; at++, end++) {
      const code = text.charCodeAt(at);
      const small = withoutCase(code);
      codes[end] = small;
      mask |= bitOf(small);
      if (!isWord(before) || (isSmall(before) && isCapital(code))) wordStarts[end] = 1;
      if (before === SLASH) names[index] = end;
      before = code;
    }
    masks[index] = mask;
  }
  starts[texts.length] = end;
  return { texts, codes, wordStarts, starts, names, masks };
}

/** The best `max` matches, the best first; of equals the shorter text, then the one that stands first. An empty query matches all. */
export function search(within: Searchable, query: string, max: number): readonly Match[] {
  const { starts, masks, texts } = within;
  const words = wordsOf(query);
  const mask = words.reduce((bits, word) => bits | word.reduce((some, code) => some | bitOf(code), 0), 0);
  const best = new Best(max, words.length > 0);
  for (let index = 0; index < texts.length; index++) {
    if (((masks[index] as number) & mask) !== mask) continue;
    let score = 0;
    for (const word of words) score += scoreOf(within, index, word);
    if (score !== NOT_FOUND) best.take(index, score, (starts[index + 1] as number) - (starts[index] as number));
  }
  return best.matches();
}

/** Which code units of a text a query has been found at, for whoever shows it. In order; empty where it is not found. */
export function foundAt(text: string, query: string): readonly number[] {
  const one = searchable([text]);
  const found = new Set<number>();
  for (const word of wordsOf(query)) {
    const name = one.names[0] ?? 0;
    const start = foundFrom(one.codes, name, text.length, word);
    const from = start === -1 ? foundFrom(one.codes, 0, text.length, word) : start;
    if (from === -1) return [];
    for (let at = from, next = 0; next < word.length; at++) {
      if (one.codes[at] !== word[next]) continue;
      found.add(at);
      next += 1;
    }
  }
  return [...found].sort((a, b) => a - b);
}

function wordsOf(query: string): readonly Uint16Array[] {
  const words = query.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => Uint16Array.from({ length: word.length }, (_, at) => withoutCase(word.charCodeAt(at))));
}

/** The matches that are kept, in their order. Without a query all are equal, and stay as they come. */
class Best {
  readonly #max: number;
  readonly #ranks: boolean;
  readonly #kept: { readonly index: number; readonly score: number; readonly length: number }[] = [];
  #worstScore = NOT_FOUND;
  #worstLength = 0;

  constructor(max: number, ranks: boolean) {
    this.#max = max;
    this.#ranks = ranks;
  }

  take(index: number, score: number, length: number): void {
    if (this.#kept.length === this.#max && !this.#isBetter(score, length, this.#worstScore, this.#worstLength)) return;
    let at = this.#kept.length;
    for (; at > 0; at--) {
      const other = this.#kept[at - 1];
      if (other && !this.#isBetter(score, length, other.score, other.length)) break;
    }
    this.#kept.splice(at, 0, { index, score, length });
    if (this.#kept.length > this.#max) this.#kept.pop();
    const worst = this.#kept[this.#kept.length - 1];
    this.#worstScore = worst?.score ?? NOT_FOUND;
    this.#worstLength = worst?.length ?? 0;
  }

  matches(): readonly Match[] {
    return this.#kept.map(({ index, score }) => ({ index, score }));
  }

  #isBetter(score: number, length: number, otherScore: number, otherLength: number): boolean {
    return this.#ranks && (score > otherScore || (score === otherScore && length < otherLength));
  }
}

/** In the last part of the text if the word is there, else in all of it. */
function scoreOf({ codes, wordStarts, starts, names }: Searchable, index: number, word: Uint16Array): number {
  const start = starts[index] as number;
  const end = starts[index + 1] as number;
  const name = names[index] as number;
  let score = IN_NAME;
  let at = foundFrom(codes, name, end, word);
  if (at === -1 && name > start) {
    score = 0;
    at = foundFrom(codes, start, end, word);
  }
  if (at === -1) return NOT_FOUND;
  for (let next = 0, gap = 0; next < word.length; at++) {
    if (codes[at] !== word[next]) {
      score += gap === 0 ? GAP : GAP_LONGER;
      gap += 1;
      continue;
    }
    let bonus = wordStarts[at] === 1 ? WORD_STARTS : 0;
    if (next > 0 && gap === 0 && bonus < FOLLOWS) bonus = FOLLOWS;
    score += SIGN + (next === 0 ? bonus * FIRST_TIMES : bonus);
    next += 1;
    gap = 0;
  }
  return score;
}

/** Where a word begins that ends as early as it can, and begins as near to its end as it can; -1 where it is not there. */
function foundFrom(codes: Uint16Array, from: number, to: number, word: Uint16Array): number {
  const last = word.length - 1;
  let at = from;
  for (let next = 0; next <= last; at++) {
    if (at === to) return -1;
    if (codes[at] === word[next]) next += 1;
  }
  for (let next = last; next >= 0; at--) if (codes[at - 1] === word[next]) next -= 1;
  return at;
}

function isWord(code: number): boolean {
  return isSmall(code) || isCapital(code) || (code >= 0x30 && code <= 0x39) || code > 0x7f;
}

function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

/** Signs of one code unit without case; the others stay as they are. */
function withoutCase(code: number): number {
  if (code < 0x80) return isCapital(code) ? code + 0x20 : code;
  const small = String.fromCharCode(code).toLowerCase();
  return small.length === 1 ? small.charCodeAt(0) : code;
}

/** Letters have a bit each; digits share four; all the rest shares one. */
function bitOf(code: number): number {
  if (isSmall(code)) return 1 << (code - 0x61);
  if (code >= 0x30 && code <= 0x39) return 1 << (26 + ((code - 0x30) & 3));
  return 1 << 30;
}
