/** Where the transcript is looked at. Pure. */

import { transcriptColumns, transcriptHeight } from '../screen/areas.ts';
import type { Model } from '../screen/model.ts';
import type { Anchor } from './anchor.ts';
import { blocksOf, type PlacedRow, rowsUpTo, scrolled } from './layout.ts';

/** Rows that one notch of the wheel scrolls, whatever it scrolls. */
export const WHEEL_ROWS = 3;

export function scrolledBy(model: Model, rows: number): Model {
  const blocks = blocksOf(model, transcriptColumns(model));
  return { ...model, scroll: scrolled(blocks, model.scroll, rows, transcriptHeight(model)) };
}

/** What stands in the terminal's own scrollback is shown once more, for as long as the person looks for something there. */
export function lookingBack(model: Model): Model {
  return model.printed === 0 ? model : { ...model, printed: 0 };
}

/** The newest block from its first row but the blank one, where it is longer than the view; else its end. */
export function toStartOfNewest(model: Model): Model {
  const blocks = blocksOf(model, transcriptColumns(model));
  const block = blocks.end - 1;
  const height = transcriptHeight(model);
  return { ...model, scroll: blocks.rows(block).length - 1 > height ? { block, row: height } : null };
}

/** From its first row. */
export function toTop(model: Model): Model {
  return scrolledBy({ ...lookingBack(model), scroll: { block: 0, row: 0 } }, Number.NEGATIVE_INFINITY);
}

/** The rows of the transcript that are shown, from the top. */
export function visibleRows(model: Model): readonly PlacedRow[] {
  return rowsUpTo(blocksOf(model, transcriptColumns(model)), model.scroll, transcriptHeight(model));
}

/** Where a row stands on the screen, from 0; -1 where it is not shown. */
export function rowOnScreen(model: Model, { block, row }: Anchor): number {
  return visibleRows(model).findIndex((each) => each.block === block && each.row === row);
}

/** Scrolls so that a row stands there on the screen, as far as there is enough above and below it. */
export function withRowAt(model: Model, at: Anchor, screenRow: number): Model {
  const height = transcriptHeight(model);
  const blocks = blocksOf(model, transcriptColumns(model));
  return { ...model, scroll: scrolled(blocks, at, height - 1 - screenRow, height) };
}
