/**
 * The bytes that turn one frame into the next. Only what differs is sent, and each frame as one synchronised update
 * (CSI ? 2026), so that a terminal never shows half of it.
 *
 * Terminals disagree on the width of some signs (emoji, flags, joined families, combining marks; see `trusted.ts`). Such a
 * sign is never trusted to move the cursor: the cursor is placed by its column after it. And as a terminal may have drawn it
 * over more or fewer cells than we count, a row that holds one (or held one) is erased and drawn whole.
 */
import type { Cell, Frame, Row } from '../text/cells.ts';
import type { Sgr } from './colour.ts';
import { LINK_ENDS, linkStart, linkTarget } from './links.ts';
import { isTrusted } from './trusted.ts';

/** How a terminal draws. */
export type Brush = {
  readonly sgr: Sgr;
  /** Whether it takes hyperlinks. */
  readonly links: boolean;
};

const UPDATE_STARTS = '\x1b[?2026h';
export const UPDATE_ENDS = '\x1b[?2026l';
const CURSOR_HIDDEN = '\x1b[?25l';
const CURSOR_SHOWN = '\x1b[?25h';
const PLAIN = '\x1b[0m';
const SCREEN_CLEARED = '\x1b[0m\x1b[H\x1b[2J';
const REST_CLEARED = '\x1b[0m\x1b[K';
const ROW_CLEARED = '\x1b[0m\x1b[2K';

/** `previous` is what the terminal shows, or null where that is not known. Empty if there is nothing to do. */
export function paint(previous: Frame | null, next: Frame, brush: Brush): string {
  const known = previous && sameSize(previous, next) ? previous : null;
  let rows = known ? '' : SCREEN_CLEARED;
  for (const [y, row] of next.rows.entries()) rows += paintRow(known?.rows[y] ?? null, row, y, brush);

  const caret = caretOf(next);
  if (known && rows === '' && caret === caretOf(known)) return '';
  return UPDATE_STARTS + CURSOR_HIDDEN + rows + caret + UPDATE_ENDS;
}

function sameSize(a: Frame, b: Frame): boolean {
  return a.size.columns === b.size.columns && a.size.rows === b.size.rows;
}

/** The hardware cursor stands at the caret, for that is where an input method shows its window. */
function caretOf(frame: Frame): string {
  return frame.caret ? at(frame.caret.row, frame.caret.column) + CURSOR_SHOWN : '';
}

function paintRow(before: Row | null, row: Row, y: number, brush: Brush): string {
  if (before === row) return '';
  const first = before ? firstChange(before, row) : firstMarked(row, brush);
  if (first < 0) return '';
  const ink = lastMarked(row, brush);
  if (hasDoubtful(row) || (before && hasDoubtful(before))) return at(y, 0) + ROW_CLEARED + painted(row, 0, ink, brush);
  const last = before ? lastChange(before, row) : ink;
  const from = startOfSign(row, before, first);
  const changed = painted(row, from, Math.min(ink, endOfSign(row, before, last)), brush);
  // Blanks at the end are erased, not written: whoever copies from the terminal does not get them.
  return at(y, from) + changed + (last > ink ? at(y, Math.max(from, ink + 1)) + REST_CLEARED : '');
}

// Plain loops: this looks at each cell of each row that is not the one before, thousands a frame. -1: there is none.

function firstChange(before: Row, row: Row): number {
  for (let x = 0; x < row.length; x++) if (!isSame(row[x], before[x])) return x;
  return -1;
}

function lastChange(before: Row, row: Row): number {
  for (let x = row.length - 1; x >= 0; x--) if (!isSame(row[x], before[x])) return x;
  return -1;
}

function firstMarked(row: Row, brush: Brush): number {
  for (let x = 0; x < row.length; x++) if (isMarked(row[x], brush)) return x;
  return -1;
}

function lastMarked(row: Row, brush: Brush): number {
  for (let x = row.length - 1; x >= 0; x--) if (isMarked(row[x], brush)) return x;
  return -1;
}

/** The cells `from` to `to`, both included, for a cursor that stands at the first of them. */
export function painted(row: Row, from: number, to: number, brush: Brush): string {
  const pieces: string[] = [];
  let style: string | null = null;
  let link: string | undefined;
  for (let x = from; x <= to; x++) {
    const cell = row[x];
    if (!cell || cell.width === 0) continue;
    if (cell.link !== link) {
      pieces.push(linked(link, cell.link, brush));
      link = cell.link;
    }
    const parameters = brush.sgr[cell.role];
    if (parameters !== style) {
      pieces.push(styled(parameters));
      style = parameters;
    }
    pieces.push(cell.text);
    if (isDoubtful(cell)) pieces.push(column(x + cell.width));
  }
  return pieces.length === 0 ? '' : pieces.join('') + linked(link, undefined, brush) + PLAIN;
}

/** From one link, or none, to the other. */
function linked(before: string | undefined, after: string | undefined, { links }: Brush): string {
  if (!links || before === after) return '';
  const target = after === undefined ? null : linkTarget(after);
  if (target) return linkStart(target);
  return before !== undefined && linkTarget(before) ? LINK_ENDS : '';
}

/** Whether it holds a sign on whose width terminals disagree. */
export function hasDoubtful(row: Row): boolean {
  for (const cell of row) if (isDoubtful(cell)) return true;
  return false;
}

function isDoubtful({ text }: Cell): boolean {
  return text !== '' && !isTrusted(text);
}

export function sameRow(a: Row, b: Row): boolean {
  return a === b || (a.length === b.length && firstChange(a, b) < 0);
}

/** Most cells are shared between frames. */
function isSame(a: Cell | undefined, b: Cell | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return a.text === b.text && a.role === b.role && a.width === b.width && a.link === b.link;
}

/** A wide sign is drawn as a whole, and so is what stood under one. */
function startOfSign(row: Row, before: Row | null, first: number): number {
  let x = first;
  while (x > 0 && (row[x]?.width === 0 || before?.[x]?.width === 0)) x--;
  return x;
}

function endOfSign(row: Row, before: Row | null, last: number): number {
  let x = last;
  while (x + 1 < row.length && (row[x + 1]?.width === 0 || before?.[x + 1]?.width === 0)) x++;
  return x;
}

function isInked(cell: Cell): boolean {
  return cell.text !== ' ' || cell.role !== 'text' || cell.link !== undefined;
}

/** Where texts have a look of their own, blanks have it too: they are written, for not every terminal erases in it. */
function isMarked(cell: Cell | undefined, { sgr }: Brush): boolean {
  return cell !== undefined && (sgr.text !== '' || isInked(cell));
}

/** -1 where there is nothing. */
export function lastInked(row: Row): number {
  return row.findLastIndex(isInked);
}

function at(row: number, column: number): string {
  return `\x1b[${row + 1};${column + 1}H`;
}

function column(x: number): string {
  return `\x1b[${x + 1}G`;
}

function styled(parameters: string): string {
  return parameters === '' ? PLAIN : `\x1b[0;${parameters}m`;
}
