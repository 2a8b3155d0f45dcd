/** Signs that every terminal draws over as many cells as we count: only these move the cursor where we think it is. */

/** A letter, a digit, a mark of punctuation or a symbol by itself. */
const BY_ITSELF = /^[\p{L}\p{N}\p{P}\p{S}]$/u;
/**
 * Of these some terminals make emoji, some put them onto the sign before: pictures, parts of Hangul syllables, the halfwidth
 * voice marks, vowels of Thai and Lao, and a letter of Malayalam.
 */
const DISPUTED =
  /^(\p{Extended_Pictographic}|[\u0d4e\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uff9e\uff9f])$/u;

/** From here on there are marks. */
const LATIN_END = 0x300;
const known = new Map<number, boolean>();

/** @param text the sign of a cell, not empty */
export function isTrusted(text: string): boolean {
  if (text.length > 1) return false;
  const code = text.charCodeAt(0);
  if (code < LATIN_END) return true;
  const before = known.get(code);
  if (before !== undefined) return before;
  const trusted = BY_ITSELF.test(text) && !DISPUTED.test(text);
  // At most as many as there are code units.
  known.set(code, trusted);
  return trusted;
}
