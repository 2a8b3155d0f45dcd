/** The way to look at two histories beside each other. What it needs of the terminal is loaded when it is opened. */
import type { HistoryDiff } from '@tagma/history';
import type { ViewerOptions } from '../../screen/viewer.ts';
import type { PairLeaving, PairPlace } from './show-pair.ts';

/** Shows them until they are left. @param place where one was before; left out: where they part */
export async function openPair(options: ViewerOptions, diff: HistoryDiff, place?: PairPlace): Promise<PairLeaving> {
  const { showPair } = await import('./show-pair.ts');
  return showPair(options, diff, place);
}
