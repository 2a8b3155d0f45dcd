/**
 * What stands at a cell of the screen. Told from the rows that the view draws, so that a click is always about what is seen
 * there. Pure.
 */
import { isInPlace } from '../machine/area.ts';
import { transcriptColumns } from '../screen/areas.ts';
import type { Model } from '../screen/model.ts';
import { isLargeEnough } from '../screen/size.ts';
import { partsOf } from '../screen/view.ts';
import { linkTarget } from '../terminal/links.ts';
import type { Row } from '../text/cells.ts';
import type { Target } from '../text/line.ts';
import { visibleRows } from '../transcript/scrolling.ts';

export type Hit =
  | Target
  | { readonly kind: 'link'; readonly address: string }
  /** Of the transcript; null where none stands. */
  | { readonly kind: 'block'; readonly block: number | null }
  /** The cell is counted from the first row of the draft. */
  | { readonly kind: 'draft'; readonly row: number; readonly column: number };

type Cell = { readonly row: number; readonly column: number };

/** Null: nothing that a click is about. */
export function hitAt(model: Model, { row, column }: Cell): Hit | null {
  if (!isLargeEnough(model.size)) return null;
  const { upper, between, draft, status } = partsOf(model);
  let below = row;
  if (below < upper.length) return upperHit(model, upper, { row, column });
  below -= upper.length;
  if (below < between.length) return targetIn(between[below], column);
  below -= between.length;
  if (below < draft.rows.length) return model.dialog || model.search ? null : { kind: 'draft', row: below, column };
  return targetIn(status[below - draft.rows.length], column);
}

function upperHit(model: Model, rows: readonly Row[], { row, column }: Cell): Hit | null {
  if (isInPlace(model) || column >= transcriptColumns(model)) return null;
  const target = targetIn(rows[row], column);
  if (target !== null || model.dialog) return target;
  const link = rows[row]?.[column]?.link;
  const address = link === undefined ? undefined : linkTarget(link)?.address;
  return address === undefined ? blockHit(model, row) : { kind: 'link', address };
}

export function blockHit(model: Model, row: number): Extract<Hit, { kind: 'block' }> {
  return { kind: 'block', block: visibleRows(model)[row]?.block ?? null };
}

/** What is blank belongs to what stands left of it. */
function targetIn(row: Row | undefined, column: number): Target | null {
  for (let at = column; at >= 0; at--) {
    const cell = row?.[at];
    if (cell?.target) return cell.target;
    if (cell === undefined || (cell.text !== ' ' && cell.width > 0)) return null;
  }
  return null;
}
