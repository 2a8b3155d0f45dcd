/** The mouse in a history: the wheel scrolls what it is over, the scrubber is pulled, a record is chosen. Pure. */
import type { Mouse } from '../terminal/input.ts';
import { travelAreas } from './areas.ts';
import { towards } from './moving.ts';
import { scrolledBy } from './scrolling.ts';
import { recordAtColumn } from './scrubber.ts';
import { onward, type Travel, type TravelNext } from './travel.ts';

/** Rows that a notch of the wheel scrolls. */
const ROWS = 3;
const WHEEL: { readonly [chord: string]: number } = { 'wheel-up': -ROWS, 'wheel-down': ROWS };
const PULLS: ReadonlySet<string> = new Set(['mouse-left', 'drag-left']);

export function pressMouse(travel: Travel, { chord, row, column }: Mouse): TravelNext {
  const rows = WHEEL[chord];
  if (rows !== undefined) return onward(scrolledBy({ ...travel, focus: focusAt(travel, row, column) }, { rows }));
  // The scrubber stands above the last row.
  if (!PULLS.has(chord) || row !== travel.size.rows - 2) return onward(travel);
  const record = recordAtColumn(column, Math.max(1, travel.known.total), travel.size.columns);
  return towards({ ...travel, playing: null }, { kind: 'record', record });
}

function focusAt(travel: Travel, row: number, column: number): Travel['focus'] {
  const { isBeside, transcript } = travelAreas(travel);
  return (isBeside ? column <= transcript.columns : row <= transcript.rows) ? 'transcript' : 'record';
}
