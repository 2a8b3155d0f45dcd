/**
 * The beginnings of a command that does more than look, which alone would only look: `git log` of `git log --output=FILE`. A rule for
 * such a beginning was made for looks, and allows no more.
 */
import { isLook } from './command.ts';
import type { Ground } from './ground.ts';
import { wrappedBy } from './wrapped.ts';

/** Alone they list, or hand on, but a rule for one of them is made for what comes behind it. */
const MADE_FOR_MORE: ReadonlySet<string> = new Set(['npm run', 'tee']);
/** Rules name few words. */
const WORDS_MAX = 6;

/** Words with a blank between them. `before` is what is written before the program; `base` is the folder that it runs in. */
export function lookingPrefixes(
  before: readonly string[],
  words: readonly string[],
  base: string,
  ground: Ground,
): readonly string[] {
  const beginnings = words.slice(0, WORDS_MAX).map((_, at) => words.slice(0, at + 1));
  const shorter = beginnings.filter((beginning) => beginning.length < words.length);
  return shorter
    .filter((beginning) => looksAlone(beginning, base, ground))
    .map((each) => [...before, ...each].join(' '));
}

function looksAlone([program = '', ...rest]: readonly string[], base: string, ground: Ground): boolean {
  if (MADE_FOR_MORE.has([program, ...rest].join(' '))) return false;
  const wrapped = wrappedBy(program, rest);
  if (wrapped) return wrapped.keepsLooking && looksAlone(wrapped.command, base, ground);
  return isLook(program, rest, base, ground);
}
