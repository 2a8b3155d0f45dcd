/** The terminal's title (OSC 2). What stood there is put by first, and comes back where the terminal can do that; else it is blank. */

/** XTWINOPS: to the stack of titles, and back. */
export const TITLE_PUT_BY = '\x1b[22;2t';
export const TITLE_GIVEN_BACK = '\x1b]2;\x1b\\\x1b[23;2t';

/** @param text without control characters */
export function titleSequence(text: string): string {
  return `\x1b]2;${text}\x1b\\`;
}
