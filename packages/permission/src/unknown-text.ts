/**
 * Text in a word that is only known when the command runs: the output of a command, a variable of the environment. It
 * stands in the word as one character that no command can hold, for one with a private character is not understood.
 */

/** Any text; in quotes, so that it stays in its word. */
export const ANY = '\u{e000}';
/** Any text that is not in quotes: it may become no word, several words, and names of files. */
export const ANY_WORDS = '\u{e001}';
/** Digits. */
export const DIGITS = '\u{e002}';

/**
 * Before a path that stands for names found there by another command: where such a word is more than a path, such as a
 * program of awk, it is not understood.
 */
export const FOUND = '\u{e003}';

const UNKNOWN = /[\u{e000}-\u{e002}]/u;

export const isUnknownText = (word: string): boolean => UNKNOWN.test(word);
export const mayBeWords = (word: string): boolean => word.includes(ANY_WORDS);
/** Whether the word may turn out to be an option, or empty. */
export const mayBeOption = (word: string): boolean => word.startsWith(ANY) || word.includes(ANY_WORDS);
