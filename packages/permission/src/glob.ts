/**
 * What a pattern of the shell (`src/*.ts`) comes to: the names that are there now. Looked up rather than guessed, for a
 * name may begin like an option (`--pre=…`), be protected, or be a link that leads out.
 */
import { isAbsolute, join } from 'node:path';
import { isFolder, lookAt, namesIn } from './disk.ts';

/** A piece of a word: text that means itself, or a part of a pattern. */
export type PatternPiece = { readonly text: string; readonly isPattern: boolean };

/** Names that are looked at, for all patterns of a command. */
export const NAMES_MAX = 5_000;
const FOUND_MAX = 500;

/**
 * The names in the order of the alphabet; the word itself, its quotes gone, where there are none, as the shell has it.
 * Null where the pattern is not understood, or comes to too much.
 */
export function expandPattern(
  pieces: readonly PatternPiece[],
  base: string,
  budget: { left: number },
): readonly string[] | null {
  const word = pieces.map(({ text }) => text).join('');
  const segments = segmentsOf(pieces);
  const root = isAbsolute(word) ? '/' : '';
  let found = [root];
  for (const segment of segments) {
    const next: string[] = [];
    for (const before of found) {
      if (segment.every(({ isPattern }) => !isPattern)) {
        next.push(before + segment.map(({ text }) => text).join(''));
        continue;
      }
      const there = namesIn(placeOf(before, base), Math.max(budget.left, 0));
      if (there === null) return null;
      const names = [...there, '.', '..'];
      // A folder that is empty, or is not there, takes its time too.
      budget.left -= names.length + 1;
      if (budget.left < 0) return null;
      const expression = expressionOf(segment);
      if (expression === null) return null;
      next.push(...names.filter((name) => expression.test(name)).map((name) => before + name));
    }
    if (next.length > FOUND_MAX) return null;
    const isLast = segment === segments.at(-1);
    found = isLast ? next : next.map((path) => `${path}/`);
    if (!isLast && segment.some(({ isPattern }) => isPattern))
      found = found.filter((path) => isFolder(placeOf(path, base)));
  }
  const there = found.filter((path) => exists(placeOf(path, base)));
  return there.length === 0 ? [word] : there.sort();
}

/** The pieces between the slashes. A trailing slash leaves an empty last segment. */
function segmentsOf(pieces: readonly PatternPiece[]): PatternPiece[][] {
  const segments: PatternPiece[][] = [[]];
  for (const { text, isPattern } of pieces) {
    const [first = '', ...others] = isPattern ? [text] : text.split('/');
    if (first !== '') segments.at(-1)?.push({ text: first, isPattern });
    for (const other of others) segments.push(other === '' ? [] : [{ text: other, isPattern }]);
  }
  return segments[0]?.length === 0 && segments.length > 1 ? segments.slice(1) : segments;
}

function expressionOf(segment: readonly PatternPiece[]): RegExp | null {
  let source = '';
  let flags = 'is';
  for (const { text, isPattern } of segment) {
    if (!isPattern) source += text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    else if (/^\*+$/.test(text)) source += '.*';
    else if (text === '?') source += '.';
    else {
      const [, negation, set] = /^\[([!^]?)([\w.-]+)\]$/.exec(text) ?? [];
      if (set === undefined || !/^(\w-\w|[\w.])*-?$/.test(set)) return null;
      // Which letters a range holds depends on the language: both cases, to be sure.
      if (negation !== '' && set.includes('-')) return null;
      if (negation !== '') flags = 's';
      source += `[${negation === '' ? '' : '^'}${set.replace('.', '\\.')}]`;
    }
  }
  const isHidden = segment[0]?.isPattern === false && segment[0].text.startsWith('.');
  // A name that is hidden is only meant where the dot is written.
  return new RegExp(`^${isHidden ? '' : '(?!\\.)'}${source}$`, flags);
}

function placeOf(path: string, base: string): string {
  return isAbsolute(path) ? path : join(base, path);
}

function exists(path: string): boolean {
  try {
    return lookAt(path) !== null;
  } catch {
    return false;
  }
}
