/** The map of a repository in the system prompt: wanted, or where a small window has room for all of it. */
import type { Force } from '../force.ts';
import { mapText } from './map-text.ts';
import { readMap } from './read-map.ts';
import { byWeight } from './weights.ts';

/** Of itself it is drawn for windows up to so many tokens, and takes this share of them. */
const SMALL_WINDOW_TOKENS = 32_768;
const SHARE_UNASKED = 0.05;
/** Where it is wanted. */
const SHARE_WANTED = 0.08;
const TOKENS_MAX = 2_000;
/** More do not fit into a small window, whatever they are called. */
const FILES_UNASKED_MAX = 400;

/** `notice` is for the person: that there is none, though one was wanted. */
export type Mapped = { readonly text: string; readonly notice: string | null };

const NO_MAP: Mapped = { text: '', notice: null };

/**
 * @param windowTokens of the model; 0 where it is not known
 * @param mayRead whether the model may read a file, by its absolute path
 */
export async function mapOf(
  folder: string,
  wanted: Force,
  windowTokens: number,
  mayRead: (file: string) => boolean,
): Promise<Mapped> {
  if (wanted === 'off') return NO_MAP;
  if (wanted === 'auto') {
    if (windowTokens === 0 || windowTokens > SMALL_WINDOW_TOKENS) return NO_MAP;
    const read = await readMap(folder, mayRead, FILES_UNASKED_MAX);
    const map = read && mapText(byWeight(read.files, read.recent), Math.floor(windowTokens * SHARE_UNASKED));
    return map && map.named === read?.files.length ? { text: map.text, notice: null } : NO_MAP;
  }
  const read = await readMap(folder, mayRead);
  if (read === null) return { text: '', notice: 'no map of the repository: its files could not be listed in 1 s.' };
  const tokensMax = windowTokens === 0 ? TOKENS_MAX : Math.min(TOKENS_MAX, Math.floor(windowTokens * SHARE_WANTED));
  const map = mapText(byWeight(read.files, read.recent), tokensMax);
  if (map === null) return { text: '', notice: `no map of the repository: nothing fits into ${tokensMax} tokens.` };
  return { text: map.text, notice: null };
}
