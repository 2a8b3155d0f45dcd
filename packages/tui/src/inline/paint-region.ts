/**
 * The bytes that draw the region anew, by moves relative to the cursor alone: where it stands on the screen is not known.
 * What is printed goes above it, once, and is the terminal's from then on. Each drawing is one synchronised update.
 */
import { type Brush, hasDoubtful, lastInked, painted, sameRow } from '../terminal/paint.ts';
import type { Frame, Row } from '../text/cells.ts';

/** Rows at the end of what stands on the main screen, at least two; the caret is in them, from 0. */
export type Region = Pick<Frame, 'rows' | 'caret'>;

const UPDATE_STARTS = '\x1b[?2026h';
const UPDATE_ENDS = '\x1b[?2026l';
const CURSOR_HIDDEN = '\x1b[?25l';
const CURSOR_SHOWN = '\x1b[?25h';
/**
 * A sign that the terminal draws wider than we count must not open a further row. Other rows may wrap: where the terminal
 * has become narrower just before they come, they stand on it as those do that it has broken anew.
 */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const ROW_CLEARED = '\x1b[2K';
const REST_CLEARED = '\x1b[J';

/** Prints rows above the region, and draws it whole. `above`: rows of the region above the
 * cursor, as it stands on the screen; null: there is none. */
export function paintWhole(above: number | null, printed: readonly Row[], next: Region, brush: Brush): string {
  const stays = printed.map((row) => `${rowOf(row, brush)}\r\n`).join('');
  const rows = next.rows.map((row) => rowOf(row, brush)).join('\r\n');
  return update(cleared(above) + WRAP_ON + stays + rows + caretFrom(next.rows.length - 1, next));
}

/** Draws what differs; '' where nothing does. */
export function paintChanges(before: Region, next: Region, brush: Brush): string {
  let bytes = '';
  let at = cursorRow(before);
  for (const [index, row] of next.rows.entries()) {
    const known = before.rows[index];
    if (known && sameRow(known, row)) continue;
    bytes += known ? `${moved(at, index)}\r${ROW_CLEARED}` : `${moved(at, index - 1)}\r\n`;
    bytes += rowOf(row, brush);
    at = index;
  }
  if (before.rows.length > next.rows.length) {
    bytes += `${moved(at, next.rows.length)}\r${REST_CLEARED}`;
    at = next.rows.length;
  }
  if (bytes === '' && sameCaret(before, next)) return '';
  return update(bytes + caretFrom(at, next));
}

/** Takes the region away; the cursor stands where it began. */
export function paintNothing(above: number): string {
  return `${UPDATE_STARTS}${cleared(above)}${CURSOR_SHOWN}${UPDATE_ENDS}`;
}

/**
 * Its first row by itself: tmux takes the order to clear from the top left corner for one to clear the screen, and keeps
 * what stood there in its scrollback. The next one is opened, for a terminal that became lower may have dropped it.
 */
function cleared(above: number | null): string {
  if (above === null) return '\r';
  return `\r${up(above)}${ROW_CLEARED}\r\n${REST_CLEARED}${up(1)}`;
}

function update(bytes: string): string {
  return UPDATE_STARTS + CURSOR_HIDDEN + bytes + UPDATE_ENDS;
}

/** From the row `at` to the caret, or to where it is parked. */
function caretFrom(at: number, region: Region): string {
  const back = `${moved(at, cursorRow(region))}\r`;
  const { caret } = region;
  if (caret === null) return back;
  return back + (caret.column > 0 ? `\x1b[${caret.column}C` : '') + CURSOR_SHOWN;
}

function cursorRow({ caret }: Region): number {
  return caret?.row ?? 0;
}

function moved(from: number, to: number): string {
  return to < from ? up(from - to) : down(to - from);
}

function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : '';
}

function down(rows: number): string {
  return rows > 0 ? `\x1b[${rows}B` : '';
}

/** Blanks at its end are not written: whoever copies from the terminal does not get them. */
function rowOf(row: Row, brush: Brush): string {
  const bytes = painted(row, 0, lastInked(row), brush);
  return hasDoubtful(row) ? WRAP_OFF + bytes + WRAP_ON : bytes;
}

function sameCaret({ caret: a }: Region, { caret: b }: Region): boolean {
  return a?.row === b?.row && a?.column === b?.column;
}
