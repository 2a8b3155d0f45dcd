/** What the terminal's title says: how the session stands, and in which folder. Seen where the terminal itself is not. */
import { beginningOf } from '../text/glyphs.ts';
import { named } from '../text/line.ts';
import { isBusy, type Model } from './model.ts';

const COLUMNS_MAX = 100;

export function titleOf(model: Model): string {
  const folder = model.status.folder.split(/[\\/]/).filter(Boolean).at(-1) ?? '/';
  return beginningOf(named(`tagma · ${wordsOf(model)} · ${folder}`), COLUMNS_MAX);
}

function wordsOf(model: Model): string {
  const { transcript, state } = model;
  if (transcript.question !== null) return 'asks you';
  if (state === 'paused' || state === 'failed' || state === 'retrying') return state;
  return isBusy(model) ? 'working' : 'ready';
}
