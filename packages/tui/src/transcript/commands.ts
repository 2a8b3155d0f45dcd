/** What the keys that look at the transcript do. */
import type { TranscriptCommand } from '../keys/tables/transcript.ts';
import { transcriptHeight } from '../screen/areas.ts';
import { type Model, type Next, next, type Runs } from '../screen/model.ts';
import { scrolledBy } from './scrolling.ts';

/** Rows that one notch of the wheel scrolls. */
const WHEEL_ROWS = 3;

export const TRANSCRIPT_RUNS: Runs<TranscriptCommand> = {
  'page-up': (model) => scrollBy(model, 1 - transcriptHeight(model)),
  'page-down': (model) => scrollBy(model, transcriptHeight(model) - 1),
  'wheel-up': (model) => scrollBy(model, -WHEEL_ROWS),
  'wheel-down': (model) => scrollBy(model, WHEEL_ROWS),
  'to-bottom': (model) => next({ ...model, scroll: null }),
};

export function scrollBy(model: Model, rows: number): Next {
  return next(scrolledBy(model, rows));
}
