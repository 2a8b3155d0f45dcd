/** Shows two histories beside each other on the full screen. */
import type { HistoryDiff } from '@tagma/history';
import type { Leaving } from '../../screen/doors.ts';
import { openViewer, type ViewerOptions } from '../../screen/viewer.ts';
import { type Pair, type PairAct, startPair } from './pair.ts';
import { pressPair } from './press.ts';
import { viewPair } from './view.ts';

/** Where somebody was who looked at one of the two alone, and comes back. */
export type PairPlace = Pair['top'];

export type PairLeaving =
  | Leaving
  | { readonly kind: 'open'; readonly side: 'a' | 'b'; readonly record: number; readonly place: PairPlace };

export async function showPair(options: ViewerOptions, diff: HistoryDiff, place?: PairPlace): Promise<PairLeaving> {
  let opened: PairLeaving | null = null;
  let last: PairPlace = { block: 0, row: 0 };
  const leaving = await openViewer<Pair, PairAct>(options, {
    start: (size) => ({
      ...startPair(diff, size, options.keys),
      notice: options.notice ?? null,
      ...(place && { top: place }),
    }),
    press: (pair, input) => {
      const next = pressPair(pair, input);
      last = next.model.top;
      return next;
    },
    resized: (pair, size) => ({ ...pair, size, top: { ...pair.top, row: 0 } }),
    view: viewPair,
    dueAt: () => null,
    due: (model) => ({ model, acts: [] }),
    perform(act, stage) {
      if (act.type === 'suspend') stage.suspend();
      else if (act.type === 'redraw') stage.redraw();
      else {
        if (act.type === 'open') opened = { kind: 'open', side: act.side, record: act.record, place: last };
        stage.leave({ kind: 'quit', interrupted: false });
      }
    },
  });
  return opened ?? leaving;
}
