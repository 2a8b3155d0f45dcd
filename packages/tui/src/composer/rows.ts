/**
 * The draft as rows of so many columns. Only the lines around the caret are laid out, so that a key costs as little in a
 * draft of ten thousand lines as in one of ten.
 */
import { beginningOf, clustersOf, isPlain, widthOf } from '../text/glyphs.ts';
import { type Chip, chipAt, chipLabel } from './chip.ts';
import type { Composer } from './composer.ts';
import { endOfLine, signAround, startOfLine } from './signs.ts';

/** The offsets that a row covers, its newline not among them. */
export type ComposerRow = { readonly start: number; readonly end: number };

/** Some rows one after the other, and which of them the caret is in. */
export type ComposerRows = {
  readonly rows: readonly ComposerRow[];
  readonly caret: { readonly row: number; readonly column: number };
  /** Whether the draft has more rows before and behind them. */
  readonly above: boolean;
  readonly below: boolean;
};

/** A piece of a row that the caret never enters, as it is drawn. */
export type Piece = {
  readonly start: number;
  readonly end: number;
  readonly width: number;
  /** The words of a chip; null for a sign of the text. */
  readonly label: string | null;
};

/** At most `rowsMax` rows with that of the caret among them, in the middle where it can be. At least one. */
export function rowsAround(composer: Composer, width: number, rowsMax: number): ComposerRows {
  const own = rowsOf(composer, width, composer.caret);
  // At a soft break the caret stands at the start of the next row.
  const current = own.findLastIndex(({ start }) => start <= composer.caret);
  const before = rowsBefore(composer, width, own.slice(Math.max(0, current - rowsMax), current), rowsMax);
  const behind = rowsBehind(composer, width, own.slice(current, current + rowsMax + 1), rowsMax + 1);
  const all = [...before, ...behind];
  const first = Math.max(0, Math.min(before.length - (rowsMax >> 1), all.length - rowsMax));
  const rows = all.slice(first, first + rowsMax);
  const [{ start = 0 } = {}] = behind;
  return {
    rows,
    caret: { row: before.length - first, column: columnsOf(composer, start, composer.caret, width) },
    above: (rows[0]?.start ?? 0) > 0,
    below: (rows.at(-1)?.end ?? 0) < composer.text.length,
  };
}

/** One row up or down, as near to the column that the first such move began at as a sign starts. Null at the edge. */
export function vertical(composer: Composer, width: number, by: -1 | 1): Composer | null {
  const { rows, caret } = rowsAround(composer, width, 3);
  const target = rows[caret.row + by];
  if (!target) return null;
  const column = composer.column ?? caret.column;
  return { ...composer, caret: offsetAt(composer, target, column, width), anchor: null, column, streak: null };
}

/** The signs and chips of a row. */
export function piecesOf({ text, chips }: Composer, { start, end }: ComposerRow, width: number): readonly Piece[] {
  return clustersOf(text.slice(start, end)).map((cluster) => {
    const place = { start: start + cluster.start, end: start + cluster.end };
    const chip = chipAt(text.slice(place.start, place.end), chips);
    const label = chip && labelOn(chip, chips, width);
    return { ...place, label, width: label === null ? cluster.width : widthOf(label) };
  });
}

/** No chip is wider than a row. */
function labelOn(chip: Chip, chips: readonly Chip[], width: number): string {
  return beginningOf(chipLabel(chip, chips), width);
}

function columnsOf(composer: Composer, start: number, end: number, width: number): number {
  return piecesOf(composer, { start, end }, width).reduce((sum, piece) => sum + piece.width, 0);
}

/** Of the sign that stands there; behind the last sign the end of the row. */
export function offsetAt(composer: Composer, row: ComposerRow, column: number, width: number): number {
  let passed = 0;
  for (const piece of piecesOf(composer, row, width)) {
    if (passed + piece.width > column) return piece.start;
    passed += piece.width;
  }
  return row.end;
}

function rowsBefore(
  composer: Composer,
  width: number,
  own: readonly ComposerRow[],
  rowsMax: number,
): readonly ComposerRow[] {
  let rows = own;
  let { start } = stretchAt(composer.text, composer.caret);
  while (rows.length < rowsMax && start > 0) {
    rows = [...rowsOf(composer, width, start - 1), ...rows];
    ({ start } = stretchAt(composer.text, start - 1));
  }
  return rows.slice(-rowsMax);
}

function rowsBehind(
  composer: Composer,
  width: number,
  own: readonly ComposerRow[],
  rowsMax: number,
): readonly ComposerRow[] {
  let rows = own;
  let { end } = stretchAt(composer.text, composer.caret);
  while (rows.length < rowsMax && end < composer.text.length) {
    const next = composer.text[end] === '\n' ? end + 1 : end;
    rows = [...rows, ...rowsOf(composer, width, next)];
    ({ end } = stretchAt(composer.text, next));
  }
  return rows.slice(0, rowsMax);
}

/**
 * The line that an offset lies in; of a very long one the stretch around it, which begins a row of its own: then a key costs
 * no more in a file without newlines. An offset between two is the beginning of the second.
 */
function stretchAt(text: string, offset: number): ComposerRow {
  const start = startOfLine(text, offset);
  const end = endOfLine(text, offset);
  if (end - start <= STRETCH_LENGTH) return { start, end };
  const number = Math.floor((Math.min(offset, end - 1) - start) / STRETCH_LENGTH);
  const edge = (each: number) =>
    each === 0 ? start : Math.min(end, signAround(text, Math.min(end, start + each * STRETCH_LENGTH)).start);
  // A sign that lies across the edge belongs to what follows it.
  const first = offset >= edge(number + 1) && edge(number + 1) < end ? number + 1 : number;
  return { start: edge(first), end: edge(first + 1) };
}

/** The rows of the line, or of the stretch of one, that an offset lies in. Broken at any sign, so that the caret is always where it types. */
function rowsOf(composer: Composer, width: number, offset: number): readonly ComposerRow[] {
  const { start, end } = stretchAt(composer.text, offset);
  const line = composer.text.slice(start, end);
  const breaks = isPlain(line) ? plainBreaks(line.length, width) : breaksOf(composer, { start, end }, width);
  return [0, ...breaks].map((from, index, all) => ({
    start: start + from,
    end: index + 1 < all.length ? start + (all[index + 1] ?? 0) : end,
  }));
}

function plainBreaks(length: number, width: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.ceil(length / width) - 1) }, (_, index) => (index + 1) * width);
}

/** Kept for the last lines: the caret moves far more often than a line changes, and a line may be long. */
function breaksOf(composer: Composer, { start, end }: ComposerRow, width: number): readonly number[] {
  if (kept.width !== width || kept.chips !== composer.chips) kept = { width, chips: composer.chips, breaks: new Map() };
  const line = composer.text.slice(start, end);
  const known = kept.breaks.get(line);
  if (known) return known;
  const breaks: number[] = [];
  let columns = 0;
  for (const piece of piecesOf(composer, { start, end }, width)) {
    if (columns + piece.width > width && columns > 0) {
      breaks.push(piece.start - start);
      columns = 0;
    }
    columns += piece.width;
  }
  if (kept.breaks.size >= LINES_KEPT_MAX) kept.breaks.clear();
  kept.breaks.set(line, breaks);
  return breaks;
}

const LINES_KEPT_MAX = 200;
/** Code units of a line that are laid out at once. */
const STRETCH_LENGTH = 4_000;

let kept: {
  readonly width: number;
  readonly chips: readonly Chip[];
  readonly breaks: Map<string, readonly number[]>;
} = { width: 0, chips: [], breaks: new Map() };
