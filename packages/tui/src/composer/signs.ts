/**
 * Where signs, words and lines of a draft's text begin and end. A sign is what a person sees as one, and a chip is one sign,
 * and a word. Each looks at the line around an offset only: a draft of ten thousand lines is not gone through for one key.
 */
import { clustersOf } from '../text/glyphs.ts';

/** Code units that one move by a word passes at most. */
const WORD_LENGTH_MAX = 1_000;
/** Code units around an offset that are cut into signs: hardly a sign is longer. */
const SIGN_LENGTH_MAX = 200;

export function signBefore(text: string, caret: number): number {
  const start = startOfLine(text, caret);
  if (start === caret) return Math.max(0, caret - 1);
  const from = Math.max(start, caret - SIGN_LENGTH_MAX);
  return from + (clustersOf(text.slice(from, caret)).at(-1)?.start ?? 0);
}

export function signAfter(text: string, caret: number): number {
  if (caret >= text.length) return text.length;
  if (text[caret] === '\n') return caret + 1;
  const [first] = clustersOf(text.slice(caret, Math.min(endOfLine(text, caret), caret + SIGN_LENGTH_MAX)));
  return caret + (first?.end ?? 1);
}

export function wordStart(text: string, caret: number): number {
  const before = text.slice(Math.max(0, caret - WORD_LENGTH_MAX), caret);
  const [skipped = ''] =
    /(?:[\udc00-\udfff]|[\p{L}\p{N}\p{M}_]*)[^\p{L}\p{N}\p{M}_\udc00-\udfff]*$/u.exec(before) ?? [];
  return signAround(text, caret - skipped.length).start;
}

export function wordEnd(text: string, caret: number): number {
  const after = text.slice(caret, caret + WORD_LENGTH_MAX);
  const [skipped = ''] = /^[^\p{L}\p{N}_\udc00-\udfff]*(?:[\udc00-\udfff]|[\p{L}\p{N}\p{M}_]*)/u.exec(after) ?? [];
  return signAround(text, caret + skipped.length).end;
}

/** The sign that an offset lies inside of; at the edge of one, the offset itself. */
export function signAround(text: string, offset: number): { readonly start: number; readonly end: number } {
  const from = Math.max(startOfLine(text, offset), offset - SIGN_LENGTH_MAX);
  const around = text.slice(from, Math.min(endOfLine(text, offset), offset + SIGN_LENGTH_MAX));
  const sign = clustersOf(around).find(({ start, end }) => from + start < offset && offset < from + end);
  return sign ? { start: from + sign.start, end: from + sign.end } : { start: offset, end: offset };
}

export function startOfLine(text: string, caret: number): number {
  return caret === 0 ? 0 : text.lastIndexOf('\n', caret - 1) + 1;
}

export function endOfLine(text: string, caret: number): number {
  const newline = text.indexOf('\n', caret);
  return newline < 0 ? text.length : newline;
}
