/** Which rows of the transcript, or of the record, are looked at. Pure. */
import { type Model, startModel } from '../screen/model.ts';
import type { Size } from '../text/cells.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { type Blocks, blocksOf, rowsUpTo, scrolled } from '../transcript/layout.ts';
import { travelAreas } from './areas.ts';
import { paneOf } from './pane.ts';
import type { Shown } from './seen.ts';
import type { Travel } from './travel.ts';

export type By = { readonly rows: number } | { readonly pages: number };

export function scrolledBy(travel: Travel, by: By): Travel {
  const { transcript, pane } = travelAreas(travel);
  const { stop } = travel;
  if (!stop) return travel;
  if (travel.focus === 'transcript') {
    if (stop.isRecorded && transcriptRows(travel, transcript).length < transcript.rows) return travel;
    const scroll = scrolled(shownBlocks(stop, transcript), travel.scroll, rowsIn(by, transcript.rows), transcript.rows);
    return { ...travel, scroll };
  }
  const { scrolled: rows, height } = paneOf(travel, pane);
  const last = Math.max(0, rows.length - height);
  return { ...travel, recordRow: Math.min(last, Math.max(0, travel.recordRow + rowsIn(by, height))) };
}

/** The rows of the transcript that are shown: its end, unless it has been scrolled back. */
export function transcriptRows({ stop, scroll }: Travel, size: Size): readonly Line[] {
  if (!stop) return [];
  try {
    return rowsUpTo(shownBlocks(stop, size), scroll, size.rows).map((each) => each.line);
  } catch (error) {
    // As recorded, by whoever that was, it may hold anything.
    if (!stop.isRecorded) throw error;
    return wrap(
      line(['The transcript cannot be shown: the file holds what no Tagma writes.', 'warning']),
      size.columns,
    );
  }
}

function rowsIn(by: By, height: number): number {
  return 'rows' in by ? by.rows : by.pages * Math.max(1, height - 1);
}

/** As the session's own screen laid it out at that moment. */
function shownBlocks(stop: Shown, size: Size): Blocks {
  return blocksOf(modelAt(stop, size), size.columns);
}

const STATUS = { model: '', folder: '', mode: 'default' } as const;

export function modelAt({ seen, snapshot }: Shown, size: Size): Model {
  return startModel(STATUS, size, { earlier: { transcript: seen.transcript, snapshot } });
}
