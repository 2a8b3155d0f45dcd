/** A frame is what the screen shows at one moment, cell by cell, and where the caret stands. */

import type { Role } from '../theme/roles.ts';
import { glyphsOf } from './glyphs.ts';
import type { Line, Span, Target } from './line.ts';

/** `width` 0: covered by the wide sign to the left, `text` is empty. `link`: an address, as content gave it. `target`: for clicks. */
export type Cell = {
  readonly text: string;
  readonly width: number;
  readonly role: Role;
  readonly link?: string;
  readonly target?: Target;
};
export type Row = readonly Cell[];

/** Columns and rows. */
export type Size = { readonly columns: number; readonly rows: number };

export type Frame = {
  readonly size: Size;
  readonly rows: readonly Row[];
  /** From 0; null: no caret is shown. */
  readonly caret: { readonly row: number; readonly column: number } | null;
  /** What goes above all that, and stays there: it is shown once. Only the end of the main screen has anything above it. */
  readonly printed?: readonly Row[];
};

/** Exactly `columns` cells: a line that is too wide is cut at a whole sign, a short one filled with blanks of `fill`. */
export function cellsOf(line: Line, columns: number, fill: Role = 'text'): Row {
  const row: Cell[] = [];
  for (const span of line) {
    for (const glyph of glyphsOf(span.text)) {
      const text = glyph.text === '\t' || glyph.text === '\n' ? ' ' : glyph.text;
      if (row.length + glyph.width > columns) return filled(row, columns, fill);
      row.push(cell(text, glyph.width, span));
      for (let covered = 1; covered < glyph.width; covered++) row.push(cell('', 0, span));
    }
  }
  return filled(row, columns, fill);
}

function cell(text: string, width: number, { role, link, target }: Span): Cell {
  if (target !== undefined) return { text, width, role, target };
  if (link !== undefined) return { text, width, role, link };
  return text.length === 1 ? shared(text, width, role) : { text, width, role };
}

/** Frames are made of few different cells, and of thousands at a time: each stands once in memory. */
const cells = new Map<Role, Map<string, Cell>>();
const SIGNS_SHARED_MAX = 500;

function shared(text: string, width: number, role: Role): Cell {
  const signs = cells.get(role) ?? new Map<string, Cell>();
  cells.set(role, signs);
  let known = signs.get(text);
  if (known === undefined) {
    known = { text, width, role };
    if (signs.size < SIGNS_SHARED_MAX) signs.set(text, known);
  }
  return known;
}

function filled(row: Cell[], columns: number, fill: Role): Row {
  const blank = shared(' ', 1, fill);
  while (row.length < columns) row.push(blank);
  return row;
}
