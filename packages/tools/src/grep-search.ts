/** What a search is asked for, and what it gives: the contract of both searches. */
import type { Reach } from './reach.ts';
import { truncateLine } from './truncate.ts';

/** Matches that can be asked for. */
export const MATCHES_MAX = 2_000;
/** UTF-16 units of a line that are shown. */
export const LINE_CHARACTERS_MAX = 500;

export type GrepQuery = {
  readonly pattern: string;
  /** Absolute: a folder or a file. */
  readonly target: string;
  readonly targetIsFolder: boolean;
  /** Of a file that is named and not written in UTF-8 or its like. In a folder, a byte-order mark alone tells it. */
  readonly encoding?: 'UTF-16LE' | 'UTF-16BE';
  /** The working folder, absolute. */
  readonly folder: string;
  readonly glob: string | null;
  /** What of the folder may be shown. */
  readonly reach: Reach;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  readonly contextLines: number;
  readonly matchesMax: number;
  readonly signal: AbortSignal;
};

export type GrepResult =
  | {
      readonly kind: 'found';
      /** Lines of `matchesMax` matches at most, and those around them, of each file in order. */
      readonly lines: readonly GrepLine[];
      readonly matchCount: number;
      /** Whether there are more matches. */
      readonly isCut: boolean;
      /** Whether the time was up before all was searched; the notes say so. */
      readonly isLate: boolean;
      /** What the model should know of how it was searched. */
      readonly notes: readonly string[];
    }
  /** The pattern is wrong, or the search could not be made. */
  | { readonly kind: 'failed'; readonly message: string };

export type GrepLine = {
  /** Absolute. */
  readonly path: string;
  readonly number: number;
  /** Without its ending, cut to `LINE_CHARACTERS_MAX`. */
  readonly text: string;
  readonly isCut: boolean;
  readonly isMatch: boolean;
};

/** A glob as both searches take it: with a slash it may begin at any folder, as it does without one. */
export function filterOf(glob: string): { readonly pattern: string; readonly isNegated: boolean } {
  const isNegated = glob.startsWith('!');
  const bare = (isNegated ? glob.slice(1) : glob).replace(/^\.?\//, '');
  const pattern = !bare.includes('/') || bare.startsWith('**/') ? bare : `**/${bare}`;
  return { pattern, isNegated };
}

/** A line as it is shown: no ending, no byte-order mark, not too long. */
export function shownLine(line: string, number: number): { readonly text: string; readonly isCut: boolean } {
  const bare = line.replace(/\r?\n$/, '');
  const { content, truncated } = truncateLine(
    number === 1 && bare.startsWith('\ufeff') ? bare.slice(1) : bare,
    LINE_CHARACTERS_MAX,
  );
  // A copy: a slice would hold the whole line in memory, which may be a whole minified file.
  return { text: truncated ? Buffer.from(content, 'utf16le').toString('utf16le') : content, isCut: truncated };
}
