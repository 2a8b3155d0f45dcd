/** What takes Markdown and code apart, and what it is held to. */
import type { Token } from 'markdown-it';

export type Markup = {
  readonly parse: (text: string) => readonly Token[];
  /** HTML with the words of a code in spans, each with a class; null where the language is not known. */
  readonly highlight: (text: string, language: string) => string | null;
};

/** Quotes and lists in one another: the library drops what goes deeper. */
export const NESTING_MAX = 40;
/** A longer paragraph has no markup: emphasis costs more than its length. In code units. */
export const INLINE_LENGTH_MAX = 16 * 1024;
