/** The mouse in a history: the wheel scrolls what it is over, the scrubber is pulled, a block is chosen. Pure. */
import { once } from '../mouse/click.ts';
import { blockHit } from '../mouse/hit.ts';
import type { Model, Next } from '../screen/model.ts';
import type { Mouse } from '../terminal/input.ts';
import { travelAreas } from './areas.ts';
import { towards } from './moving.ts';
import { readBy } from './reading.ts';
import { scrolledBy } from './scrolling.ts';
import { recordAtColumn } from './scrubber.ts';
import { onward, type Travel, type TravelNext } from './travel.ts';

const HEADING_ROWS = 1;
/** Rows that a notch of the wheel scrolls. */
const ROWS = 3;
const WHEEL: { readonly [chord: string]: number } = { 'wheel-up': -ROWS, 'wheel-down': ROWS };
const PULLS: ReadonlySet<string> = new Set(['mouse-left', 'drag-left']);

/** `at`, in ms: now. */
export function pressMouse(travel: Travel, { chord, row, column }: Mouse, at: number): TravelNext {
  const rows = WHEEL[chord];
  if (rows !== undefined) return onward(scrolledBy({ ...travel, focus: focusAt(travel, row, column) }, { rows }));
  if (chord === 'mouse-left' && travel.help === null && isInTranscript(travel, row, column))
    return readBy(travel, (model) => clickedIn({ ...model, now: at }, row - HEADING_ROWS, column));
  // The scrubber stands above the last row.
  if (!PULLS.has(chord) || row !== travel.size.rows - 2) return onward(travel);
  const record = recordAtColumn(column, Math.max(1, travel.known.total), travel.size.columns);
  return towards({ ...travel, playing: null }, { kind: 'record', record });
}

function focusAt(travel: Travel, row: number, column: number): Travel['focus'] {
  const { isBeside, transcript } = travelAreas(travel);
  return (isBeside ? column <= transcript.columns : row <= transcript.rows) ? 'transcript' : 'record';
}

function isInTranscript(travel: Travel, row: number, column: number): boolean {
  const { columns, rows } = travelAreas(travel).transcript;
  return row >= HEADING_ROWS && row < HEADING_ROWS + rows && column < columns;
}

/** As on the screen of a session: the block that stands there is chosen, and the chosen one is opened or folded. */
function clickedIn(model: Model, row: number, column: number): Next {
  return once({ ...model, pointer: { ...model.pointer, row, column } }, blockHit(model, row));
}
