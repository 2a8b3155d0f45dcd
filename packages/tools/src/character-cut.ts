/**
 * Where a text can be cut so that no character falls apart: what a person sees as one, such as a letter with its accents, a
 * family of emoji or CR with LF.
 */

/** A character longer than this (in UTF-16 units) is taken for several. */
const CHARACTER_UNITS_MAX = 256;

let segmenter: Intl.Segmenter | null = null;

/** The last place at or before `at` that lies between two characters. */
export function cutBefore(text: string, at: number): number {
  return characterAround(text, at)?.start ?? at;
}

/** The first place at or after `at` that lies between two characters. */
export function cutAfter(text: string, at: number): number {
  return characterAround(text, at)?.end ?? at;
}

/** Whether a place lies between the two halves of a surrogate pair. */
export function isInsidePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

/** The character that a place lies in; null where it lies between two. */
function characterAround(text: string, at: number): { readonly start: number; readonly end: number } | null {
  if (at <= 0 || at >= text.length || isPlain(text, at)) return null;
  let from = Math.max(0, at - CHARACTER_UNITS_MAX);
  for (let known = at - 1; known > from; known--) if (isPlain(text, known)) from = known;
  if (isInsidePair(text, from)) from--;
  const window = text.slice(from, at + CHARACTER_UNITS_MAX);
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const character = segmenter.segment(window).containing(at - from);
  if (!character || character.index === at - from) return null;
  const start = from + character.index;
  return { start, end: start + character.segment.length };
}

/** Two ASCII characters meet here, and never make one; but CR and LF do. */
function isPlain(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before < 0x80 && after < 0x80 && !(before === 0x0d && after === 0x0a);
}
