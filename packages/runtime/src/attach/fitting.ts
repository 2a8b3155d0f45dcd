/** How much of what is attached fits: of the window a share, and of that share each its own. Pure. */
import { estimateTokens } from '@tagma/core';
import { WINDOW_TOKENS_DEFAULT } from '@tagma/endpoint';
import { beginningOf } from '@tagma/protocol';

/** All files that go with one prompt take so much of the window; and where that is large, so many tokens. */
const SHARE_FILES = 0.25;
const FILES_TOKENS_MAX = 32_000;
/** What was piped in; and that together with the files. */
const SHARE_INPUT = 0.4;

/** Tokens. */
export type Room = { readonly input: number; readonly files: number };

/**
 * What each may take of what goes with one prompt: where not both fit, half each, and what one leaves the other has.
 * @param windowTokens of the model; 0 where it is not known (yet)
 * @param sizes in tokens, of all that there is of each
 */
export function roomFor(windowTokens: number, { input, files }: Room): Room {
  const window = windowTokens || WINDOW_TOKENS_DEFAULT;
  const filesMax = Math.min(Math.floor(window * SHARE_FILES), FILES_TOKENS_MAX);
  if (input === 0) return { input: 0, files: filesMax };
  const [forInput = 0, forFiles = 0] = sharesOf([input, Math.min(files, filesMax)], Math.floor(window * SHARE_INPUT));
  return { input: forInput, files: forFiles };
}

/** What each may take so that all fit: the small ones whole, and what is left in equal parts for the others. In their order. */
export function sharesOf(sizes: readonly number[], total: number): readonly number[] {
  const shares = new Array<number>(sizes.length).fill(0);
  const smallFirst = sizes.map((size, at) => ({ size, at })).sort((a, b) => a.size - b.size || a.at - b.at);
  let left = total;
  for (const [done, { size, at }] of smallFirst.entries()) {
    const share = Math.min(size, Math.floor(left / (sizes.length - done)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}

/** How many of its lines, from the first, take no more tokens than that. */
export function fittingLines(text: string, tokensMax: number): number {
  const lines = text.split('\n');
  return most(lines.length, (count) => estimateTokens(lines.slice(0, count).join('\n')) <= tokensMax);
}

/** The beginning of a text that takes no more tokens than that, in whole lines where a line fits. */
export function fittingText(text: string, tokensMax: number): string {
  const lines = fittingLines(text, tokensMax);
  if (lines > 0) return text.split('\n').slice(0, lines).join('\n');
  return beginningOf(
    text,
    most(text.length, (length) => estimateTokens(text.slice(0, length)) <= tokensMax),
  );
}

/** The most, up to so many, that fit; whatever is less than what fits does, too. */
function most(max: number, fits: (count: number) => boolean): number {
  let [fitting, over] = [0, max + 1];
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2);
    if (fits(middle)) fitting = middle;
    else over = middle;
  }
  return fitting;
}
