/** How much of a window what a project says may take. Pure. */
import { estimateTokens, type Guide } from '@tagma/core';
import { WINDOW_TOKENS_DEFAULT } from '@tagma/endpoint';
import { fittingText } from '@tagma/runtime';

/** Of one file, and of all that are told at the start; as much again of all that are found later. */
const FILE_BYTES_MAX = 8 * 1024;
const ALL_BYTES_MAX = 16 * 1024;
/** The same of a window, where that is less. */
const SHARE_FILE = 1 / 16;
const SHARE_ALL = 1 / 8;
/** Of so few nothing would be understood, unless they are all. */
const TOKENS_MIN = 20;
const BYTES_MIN = 200;

const NO_ROOM =
  'it is not shown, for what was shown before has filled the room there is. Read it before you work there.';

/** How much has been told. */
export type Room = { readonly bytes: number; readonly tokens: number };

export const NOTHING_TOLD: Room = { bytes: 0, tokens: 0 };

/**
 * The guide, as far as it fits beside what has been told, and how much has been told then.
 * @param windowTokens of the model; 0 where it is not known
 */
export function fitted(guide: Guide, told: Room, windowTokens: number): { readonly guide: Guide; readonly told: Room } {
  if (guide.problem !== null) return { guide, told };
  const tokensMax = Math.min(shareOf(windowTokens, SHARE_FILE), shareOf(windowTokens, SHARE_ALL) - told.tokens);
  const bytesMax = Math.min(FILE_BYTES_MAX, ALL_BYTES_MAX - told.bytes);
  if (tokensMax < TOKENS_MIN || bytesMax < Math.min(BYTES_MIN, Buffer.byteLength(guide.text))) {
    return { guide: { ...guide, text: '', isCut: false, problem: NO_ROOM }, told };
  }
  const text = fittingText(withinBytes(guide.text, bytesMax), tokensMax);
  const isCut = guide.isCut || text.length < guide.text.length;
  return {
    guide: { ...guide, text, isCut },
    told: { bytes: told.bytes + Buffer.byteLength(text), tokens: told.tokens + estimateTokens(text) },
  };
}

function shareOf(windowTokens: number, share: number): number {
  return Math.floor((windowTokens || WINDOW_TOKENS_DEFAULT) * share);
}

/** Its first bytes, in whole lines where a line fits. */
function withinBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  const begun = new TextDecoder().decode(bytes.subarray(0, bytesMax), { stream: true });
  const end = begun.lastIndexOf('\n');
  return end > 0 ? begun.slice(0, end) : begun;
}
