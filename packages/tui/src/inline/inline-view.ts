/**
 * The session on the main screen: what has happened goes into the terminal's own scrollback, once, and only what may still
 * change is drawn in place, as the full screen draws it.
 */
import { composerHeight } from '../composer/area.ts';
import { transcriptHeight } from '../screen/areas.ts';
import type { Model } from '../screen/model.ts';
import { isLargeEnough } from '../screen/size.ts';
import { view } from '../screen/view.ts';
import { cellsOf, type Frame, type Row } from '../text/cells.ts';
import type { Line } from '../text/line.ts';
import { diffFor, itemRows } from '../transcript/layout.ts';

/** Rows of a session that is taken up which are printed: enough to see where it stood. */
const EARLIER_ROWS_MAX = 200;

/** The frame, with what is new above it; and the model in which that counts as printed. */
export function inlineView(before: Model): { readonly model: Model; readonly frame: Frame } {
  const { columns } = before.size;
  const scrollback = finished(before);
  const printed = rowsBetween(before, before.scrollback, scrollback).map((each) => cellsOf(each, columns));
  const model = isLookingBack(before) ? { ...before, scrollback } : forward({ ...before, scrollback });
  return { model, frame: { ...arranged(model), printed } };
}

/** Something was found, chosen or scrolled to that stands in the scrollback already. */
function isLookingBack({ printed, scrollback, search, chosen, scroll }: Model): boolean {
  return printed < scrollback && (search !== null || chosen !== null || scroll !== null);
}

/** Only what may still change is shown. */
function forward(model: Model): Model {
  const { scrollback, scroll } = model;
  return { ...model, printed: scrollback, scroll: scroll && scroll.block < scrollback ? null : scroll };
}

/** Of a session that was begun before only the end is printed. */
export function atEndOfEarlier(model: Model): Model {
  const { items } = model.transcript;
  let from = items.length;
  for (let rows = 0; from > 0; from--) {
    rows += rowsOfItem(model, from - 1).length;
    if (rows > EARLIER_ROWS_MAX) break;
  }
  return forward({ ...model, scrollback: from });
}

/** Nothing of it is printed but what the person should know: it goes on from what stands in the scrollback already. */
export function atNotes(model: Model): Model {
  const { items } = model.transcript;
  let from = items.length;
  while (from > 0 && items.at(from - 1)?.kind === 'note') from--;
  return forward({ ...model, scrollback: from });
}

/** Whether one session has begun as the other did, up to where it goes its own way: then that stands in the scrollback. */
export function isCopyOf(model: Model, other: Model): boolean {
  const last = atNotes(model).scrollback - 1;
  return (
    last < 0 || JSON.stringify(model.transcript.items.at(last)) === JSON.stringify(other.transcript.items.at(last))
  );
}

/** Items up to a call that has not been answered yet: what it changes is shown with it. */
function finished({ transcript, scrollback }: Model): number {
  const { items, busy } = transcript;
  if (!busy) return items.length;
  const answered = new Set<number>();
  let end = items.length;
  for (let index = items.length - 1; index >= scrollback; index--) {
    const item = items.at(index);
    if (item?.kind === 'observation') answered.add(item.call);
    if (item?.kind === 'action' && !answered.has(item.call)) end = index;
  }
  return end;
}

function rowsBetween(model: Model, from: number, to: number): readonly Line[] {
  const rows: Line[] = [];
  for (let index = from; index < to; index++) rows.push(...rowsOfItem(model, index));
  return rows;
}

/** A session's first row is no blank one. */
function rowsOfItem({ transcript: { items }, size }: Model, index: number): readonly Line[] {
  const item = items.at(index);
  const rows = item ? itemRows(item, size.columns, 'printed', diffFor(items, index)) : [];
  return index === 0 && rows[0]?.length === 0 ? rows.slice(1) : rows;
}

/**
 * Without the rows that nothing stands on, and the status above the draft: what stands below the caret and is broken anew by a
 * terminal that has become narrower moves the cursor in some, and nobody could tell where the region begins.
 */
function arranged(model: Model): Frame {
  const frame = view(model);
  if (!isLargeEnough(model.size)) return frame;
  const height = transcriptHeight(model);
  const upper = frame.rows.slice(0, frame.rows.slice(0, height).findLastIndex(isInked) + 1);
  const lower = frame.rows.slice(height);
  const draft = lower.length - 1 - composerHeight(model);
  const rows = [...upper, ...lower.slice(0, draft), ...lower.slice(-1), ...lower.slice(draft, -1)];
  const rowNow = (row: number): number =>
    row < height ? row : upper.length + row - height + (row - height < draft ? 0 : 1);
  return { size: frame.size, rows, caret: frame.caret && { ...frame.caret, row: rowNow(frame.caret.row) } };
}

function isInked(row: Row): boolean {
  return row.some(({ text, role }) => (text !== ' ' && text !== '') || role !== 'text');
}
