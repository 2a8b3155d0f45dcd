/** A word that stands where the prompt does, and was probably meant as the name of a subcommand. */
import { editDistance } from '@tagma/protocol';

/** Below it nearly every word is like some name. */
const LETTERS_MIN = 3;
const SHORT_LETTERS_MAX = 5;

/**
 * The name that was meant, or null: one edit away, or two neighbours changed about; of longer words that begin alike two
 * edits. A prompt of one word (`review`, `hello`) is rarely so like one.
 */
export function meantCommand(word: string, names: readonly string[]): string | null {
  if (word.length < LETTERS_MIN || !/^[a-z-]+$/i.test(word)) return null;
  const typed = word.toLowerCase();
  return names.find((name) => isNear(typed, name)) ?? names.find((name) => isSwapped(typed, name)) ?? null;
}

function isNear(typed: string, name: string): boolean {
  const distance = editDistance(typed, name);
  const isAlike = typed.length > SHORT_LETTERS_MAX && typed[0] === name[0];
  return distance <= (isAlike ? 2 : 1);
}

function isSwapped(typed: string, name: string): boolean {
  const at = [...typed].findIndex((letter, index) => letter !== name[index]);
  return typed.slice(0, at) + (typed[at + 1] ?? '') + typed[at] + typed.slice(at + 2) === name;
}
