/**
 * The same for a text that comes in pieces, for those who watch and for what is kept beside the history. What may be the
 * beginning of a secret is held back until it is one, or cannot be one any more; `end` gives out the rest.
 *
 * So of what is known or can be told by its look nothing gets through, in whatever pieces it comes. Of the person's own
 * patterns that is promised for what has neither blank nor angle bracket in it and `WORD_MAX` characters (in outputs that
 * are kept: for what stands on one line of `LINE_MAX` bytes): nobody can tell how the match of any pattern begins.
 */
import type { Taking } from './redact-search.ts';

export type Redaction = { readonly feed: (text: string) => string; readonly end: () => string };

/** So much of what has been given out is still looked at: what must or must not stand before a secret. */
const BEFORE_CHARACTERS = 40;

/** In characters. */
const WORD_MAX = 256;
/** In bytes. */
const LINE_MAX = 16 * 1024;

/** Where what is held back for the person's own patterns begins. */
export type OwnUnit = (text: string, from: number) => number;

export const noUnit: OwnUnit = (text) => text.length;
export const wordUnit: OwnUnit = (text, from) => runFrom(text, from, WORD_MAX, ' \t\r\n<>');
export const lineUnit: OwnUnit = (text, from) => runFrom(text, from, LINE_MAX, '\n');

export function startRedaction({ takeOut, unfinished }: Taking, ownUnit: OwnUnit): Redaction {
  let kept = '';
  let given = 0;

  const give = (text: string, to: number): string => {
    const taken = takeOut(text, { from: given, to });
    const start = Math.max(0, taken.end - BEFORE_CHARACTERS);
    kept = text.slice(start);
    given = taken.end - start;
    return taken.text;
  };

  return {
    feed(piece) {
      const text = kept + piece;
      return give(text, Math.min(unfinished(text, given), ownUnit(text, given)));
    },
    end: () => give(kept, kept.length),
  };
}

/** Where the run of characters at the end of the text begins that are none of these; of a longer one nothing is held. */
function runFrom(text: string, from: number, charactersMax: number, ends: string): number {
  const earliest = Math.max(from, text.length - charactersMax);
  let at = text.length;
  while (at > earliest && !ends.includes(text[at - 1] ?? '')) at -= 1;
  return at > from && at === text.length - charactersMax ? text.length : at;
}
