/**
 * The session on the main screen: what has happened goes into the terminal's own scrollback, once, and only what may still
 * change is drawn in place, as the full screen draws it.
 */
import { transcriptHeight } from '../screen/areas.ts';
import type { Model } from '../screen/model.ts';
import { isLargeEnough } from '../screen/size.ts';
import { view } from '../screen/view.ts';
import { cellsOf, type Frame, type Row } from '../text/cells.ts';
import type { Line } from '../text/line.ts';
import { itemRows } from '../transcript/layout.ts';

/** Rows of a session that is taken up which are printed: enough to see where it stood. */
const EARLIER_ROWS_MAX = 200;

/** The frame, with what is new above it; and the model in which that counts as printed. */
export function inlineView(before: Model): { readonly model: Model; readonly frame: Frame } {
  const { columns } = before.size;
  const model = { ...before, printed: before.transcript.items.length };
  const printed = newRows(before).map((each) => cellsOf(each, columns));
  return { model, frame: { ...trimmed(model), printed } };
}

/** Of a session that was begun before only the end is printed. */
export function atEndOfEarlier(model: Model): Model {
  const { items } = model.transcript;
  let printed = items.length;
  for (let rows = 0; printed > 0; printed--) {
    rows += rowsOfItem(model, printed - 1).length;
    if (rows > EARLIER_ROWS_MAX) break;
  }
  return { ...model, printed };
}

/** Nothing of it is printed but what the person should know: it goes on from what stands in the scrollback already. */
export function atNotes(model: Model): Model {
  const { items } = model.transcript;
  let printed = items.length;
  while (printed > 0 && items.at(printed - 1)?.kind === 'note') printed--;
  return { ...model, printed };
}

/** Whether one session has begun as the other did, up to where it goes its own way: then that stands in the scrollback. */
export function isCopyOf(model: Model, other: Model): boolean {
  const last = atNotes(model).printed - 1;
  return (
    last < 0 || JSON.stringify(model.transcript.items.at(last)) === JSON.stringify(other.transcript.items.at(last))
  );
}

function newRows(model: Model): readonly Line[] {
  const rows: Line[] = [];
  for (let index = model.printed; index < model.transcript.items.length; index++)
    rows.push(...rowsOfItem(model, index));
  return rows;
}

/** A session's first row is no blank one. */
function rowsOfItem({ transcript, size }: Model, index: number): readonly Line[] {
  const item = transcript.items.at(index);
  const rows = item ? itemRows(item, size.columns) : [];
  return index === 0 && rows[0]?.length === 0 ? rows.slice(1) : rows;
}

/** Without the rows that nothing stands on. */
function trimmed(model: Model): Frame {
  const frame = view(model);
  if (!isLargeEnough(model.size)) return frame;
  const height = transcriptHeight(model);
  const filled = frame.rows.slice(0, height).findLastIndex(isInked) + 1;
  const { caret } = frame;
  return {
    size: frame.size,
    rows: [...frame.rows.slice(0, filled), ...frame.rows.slice(height)],
    caret: caret && { row: caret.row - (height - filled), column: caret.column },
  };
}

function isInked(row: Row): boolean {
  return row.some(({ text, role }) => (text !== ' ' && text !== '') || role !== 'text');
}
