/**
 * How well a text answers to what somebody types to find it: every word of the query has to be in it, its letters in
 * order, but not side by side. Whole words and beginnings of words count most. Pure.
 */

/** Code units of a text that are looked at. */
const LOOKED_AT = 1_000;

const IN_ONE_PIECE = 1_000;
const BEGINS_A_WORD = 300;
const SIDE_BY_SIDE = 20;
const OF_A_WORDS_BEGINNING = 30;
/** What stands further from the beginning is worth less, down to here. */
const DISTANCE_MAX = 200;

/** The higher, the better; null where the text does not answer to the query. A blank query finds every text with 0. */
export function fuzzyScore(query: string, text: string): number | null {
  const given = text.slice(0, LOOKED_AT);
  const lower = given.toLowerCase();
  let sum = 0;
  for (const word of query.toLowerCase().split(/\s+/)) {
    const score = word === '' ? 0 : scoreOfWord(word, given, lower);
    if (score === null) return null;
    sum += score;
  }
  return sum;
}

function scoreOfWord(word: string, given: string, lower: string): number | null {
  const first = lower.indexOf(word);
  if (first < 0) return scoreOfLetters(word, given, lower);
  const atWord = wordWith(word, given, lower, first);
  const at = atWord ?? first;
  return IN_ONE_PIECE + (atWord === null ? 0 : BEGINS_A_WORD) - Math.min(at, DISTANCE_MAX);
}

/** Where the piece begins a word of the text. */
function wordWith(word: string, given: string, lower: string, first: number): number | null {
  for (let at = first; at >= 0; at = lower.indexOf(word, at + 1)) if (beginsWord(given, at)) return at;
  return null;
}

/** Each letter where it comes next, but where it begins a word if it does so further on, and the rest still follows. */
function scoreOfLetters(word: string, given: string, lower: string): number | null {
  let score = 0;
  let from = 0;
  for (let index = 0; index < word.length; index++) {
    const next = lower.indexOf(word.charAt(index), from);
    if (next < 0) return null;
    const better = next === from && index > 0 ? next : beginningAfter(word.slice(index), given, lower, next);
    if (better === from && index > 0) score += SIDE_BY_SIDE;
    if (beginsWord(given, better)) score += OF_A_WORDS_BEGINNING;
    from = better + 1;
  }
  return score - Math.min(from, DISTANCE_MAX) / DISTANCE_MAX;
}

function beginningAfter(rest: string, given: string, lower: string, next: number): number {
  for (let at = next; at >= 0; at = lower.indexOf(rest.charAt(0), at + 1))
    if (beginsWord(given, at)) return isIn(rest, lower, at) ? at : next;
  return next;
}

function isIn(letters: string, lower: string, from: number): boolean {
  let at = from;
  for (const letter of letters) {
    at = lower.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const INSIDE = /[\p{L}\p{N}]/u;

function beginsWord(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  if (before === '' || !INSIDE.test(before)) return true;
  return /\p{Lu}/u.test(text.charAt(at)) && /\p{Ll}/u.test(before);
}
