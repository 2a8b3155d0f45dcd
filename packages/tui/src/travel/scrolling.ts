/** Which rows of the transcript, of the record or of the keys are looked at. Pure. */
import { next } from '../screen/model.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import * as transcript from '../transcript/scrolling.ts';
import { shownLines } from '../transcript/shown-lines.ts';
import { travelAreas } from './areas.ts';
import { type HelpMove, helpMoved, helpRows } from './help.ts';
import { paneOf } from './pane.ts';
import { readBy, readModel } from './reading.ts';
import type { Travel } from './travel.ts';

export type By = { readonly rows: number } | { readonly pages: number };

export function scrolledBy(travel: Travel, by: By): Travel {
  const { transcript: area, pane } = travelAreas(travel);
  if (travel.help !== null) {
    return helpScrolled(travel, travel.help, by);
  }
  if (travel.focus === 'transcript') {
    const rows = rowsIn(by, area.rows);
    return readBy(travel, (model) => next(transcript.scrolledBy(model, rows))).travel;
  }
  const { scrolled: rows, height } = paneOf(travel, pane);
  return { ...travel, recordRow: within(travel.recordRow + rowsIn(by, height), rows.length - height) };
}

export function helpScrolled(travel: Travel, from: number, move: HelpMove): Travel {
  const count = helpRows(travel.keys, 'history', travel.size.columns).length;
  return { ...travel, help: helpMoved(from, move, count, travelAreas(travel).body) };
}

/** The rows of the transcript that are shown: its end, unless it has been scrolled back. */
export function transcriptRows(travel: Travel): readonly Line[] {
  const { stop } = travel;
  if (!stop) return [];
  try {
    return shownLines(readModel(travel, stop));
  } catch (error) {
    // As recorded, by whoever that was, it may hold anything.
    if (!stop.isRecorded) throw error;
    return wrap(
      line(['The transcript cannot be shown: the file holds what no Tagma writes.', 'warning']),
      travelAreas(travel).transcript.columns,
    );
  }
}

function rowsIn(by: By, height: number): number {
  return 'rows' in by ? by.rows : by.pages * Math.max(1, height - 1);
}

function within(row: number, last: number): number {
  return Math.max(0, Math.min(last, row));
}
