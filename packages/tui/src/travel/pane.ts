/** What stands beside the transcript of a history: the step and its records, or the machine as it stood. */
import type { Size } from '../text/cells.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { recordRows } from './record-lines.ts';
import { recordListRows, stepRows } from './step-lines.ts';
import type { Travel } from './travel.ts';

/** Rows of the list of records, as a share of what the step leaves. */
const LIST_SHARE = 0.4;

export type Pane = {
  /** They stay where they are. */
  readonly fixed: readonly Line[];
  /** They scroll in the rows that are left. */
  readonly scrolled: readonly Line[];
  readonly height: number;
};

export function paneOf(travel: Travel, size: Size): Pane {
  const { stop, known, record, asSource } = travel;
  if (!stop) return { fixed: [line(['reading …', 'muted'])], scrolled: [], height: size.rows - 1 };
  const about = stepRows(stop, known, size.columns).slice(0, Math.max(1, Math.floor(size.rows / 2)));
  const room = Math.max(1, Math.floor((size.rows - about.length) * LIST_SHARE));
  const list = recordListRows(stop, record, { rows: room, columns: size.columns });
  const chosen = stop.records.find(({ n }) => n === record);
  const fixed = [...about, ...list, line(['─'.repeat(size.columns), 'border'])];
  const scrolled = chosen ? recordRows(chosen, size.columns, asSource) : wrap(LOST, size.columns);
  return { fixed, scrolled, height: Math.max(0, size.rows - fixed.length) };
}

const LOST = line(['This record cannot be read.', 'warning']);
