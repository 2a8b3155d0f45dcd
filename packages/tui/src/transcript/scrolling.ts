/** Where the transcript is looked at. Pure. */

import { transcriptColumns, transcriptHeight } from '../screen/areas.ts';
import type { Model } from '../screen/model.ts';
import { blocksOf, scrolled } from './layout.ts';

export function scrolledBy(model: Model, rows: number): Model {
  const blocks = blocksOf(model, transcriptColumns(model));
  return { ...model, scroll: scrolled(blocks, model.scroll, rows, transcriptHeight(model)) };
}

/** The newest block from its first row but the blank one, where it is longer than the view; else its end. */
export function toStartOfNewest(model: Model): Model {
  const blocks = blocksOf(model, transcriptColumns(model));
  const block = blocks.count - 1;
  const height = transcriptHeight(model);
  return { ...model, scroll: blocks.rows(block).length - 1 > height ? { block, row: height } : null };
}
