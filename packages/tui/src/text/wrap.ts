/**
 * Lines of any width to rows that fit. Breaks after a blank, or beside a wide sign (Chinese and Japanese have no
 * blanks), and inside a word only where it is wider than a row. A row that continues a line keeps the line's indentation.
 */

import type { Role } from '../theme/roles.ts';
import { type Glyph, glyphsOf, isPlain, widthOf } from './glyphs.ts';
import type { Line, Span } from './line.ts';

/** Columns from one tab stop to the next. */
const TAB_COLUMNS = 4;

type Placed = Glyph & Omit<Span, 'text'>;

/** The rows of a line, each at most `width` columns (a sign wider than that stands alone). At least one row. */
export function wrap(line: Line, columns: number): Line[] {
  // A narrow screen may leave none, or less than that.
  const width = Math.max(1, columns);
  if (line.every((span) => isPlain(span.text))) return wrapPlain(line, width);
  return fits(line, width) ? [line] : wrapGlyphs(line, width);
}

/** Where every code unit is a column, rows are cut by offsets: most lines are of this kind, and live ones are many. */
function wrapPlain(line: Line, width: number): Line[] {
  const text = line.map((span) => span.text).join('');
  if (text.length <= width) return [line];
  const first = skipBlanks(text, 0);
  const indent = Math.min(first, Math.floor(width / 2));
  const margin: Line = indent > 0 ? [{ text: ' '.repeat(indent), role: 'text' }] : [];
  const room = width - indent;
  const rows: Line[] = [];
  let at = first;
  while (text.length - at > room) {
    const blank = text[at + room] === ' ' ? at + room : text.lastIndexOf(' ', at + room - 1);
    const cut = blank > at ? blank : at + room;
    rows.push([...margin, ...sliced(line, at, endOfInk(text, at, cut))]);
    at = skipBlanks(text, cut);
  }
  if (at < text.length || rows.length === 0) rows.push([...margin, ...sliced(line, at, text.length)]);
  return rows;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

function endOfInk(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text[at - 1] === ' ') at--;
  return at;
}

/** The spans of a line from one offset to another. */
function sliced(line: Line, start: number, end: number): Line {
  const spans: Span[] = [];
  let offset = 0;
  for (const span of line) {
    const piece = span.text.slice(Math.max(0, start - offset), Math.max(0, end - offset));
    if (piece !== '') spans.push({ ...span, text: piece });
    offset += span.text.length;
  }
  return spans;
}

/** The same for any signs, sign by sign. */
export function wrapGlyphs(line: Line, width: number): Line[] {
  const indent = indentation(line, width);
  const rows: Line[] = [];
  let row: Placed[] = blanks(indent);
  let columns = indent;
  /** No sign stands on the row yet: blanks that do not belong to the indentation are dropped. */
  let bare = indent > 0;

  for (const glyph of placed(line)) {
    if (bare && isBlank(glyph)) continue;
    bare = false;
    const advance = glyph.text === '\t' ? TAB_COLUMNS - (columns % TAB_COLUMNS) : glyph.width;
    if (columns + advance > width && row.length > indent) {
      const { kept, rest } = broken(row, indent, glyph);
      rows.push(spansOf(kept));
      row = [...blanks(indent), ...rest];
      columns = row.reduce((sum, each) => sum + each.width, 0);
      bare = isBlank(glyph);
      if (bare) continue;
    }
    row.push(...(glyph.text === '\t' ? blanks(advance, glyph.role) : [glyph]));
    columns += advance;
  }
  if (!bare || rows.length === 0) rows.push(spansOf(row));
  return rows;
}

function fits(line: Line, width: number): boolean {
  let columns = 0;
  for (const span of line) {
    if (span.text.includes('\t')) return false;
    columns += widthOf(span.text);
    if (columns > width) return false;
  }
  return true;
}

function* placed(line: Line): Generator<Placed> {
  for (const span of line) {
    const { text, ...look } = span;
    for (const glyph of glyphsOf(text)) yield { ...glyph, ...look };
  }
}

/** Columns of blanks that the line starts with, at most half of a row. */
function indentation(line: Line, width: number): number {
  let columns = 0;
  for (const glyph of placed(line)) {
    if (!isBlank(glyph)) break;
    columns += glyph.text === '\t' ? TAB_COLUMNS - (columns % TAB_COLUMNS) : 1;
  }
  return Math.min(columns, Math.floor(width / 2));
}

/** A full row, cut at the last place where it may break before `next`; the blanks at the cut are dropped. */
function broken(row: readonly Placed[], indent: number, next: Placed): { kept: Placed[]; rest: Placed[] } {
  let cut = row.length;
  if (!mayBreak(row[row.length - 1], next)) {
    for (let at = row.length - 1; at > indent; at--) {
      if (mayBreak(row[at - 1], row[at])) {
        cut = at;
        break;
      }
    }
  }
  const kept = row.slice(0, cut);
  while (kept.length > indent && isBlank(kept[kept.length - 1])) kept.pop();
  return { kept, rest: row.slice(cut) };
}

function mayBreak(left: Placed | undefined, right: Placed | undefined): boolean {
  if (!left || !right) return true;
  return isBlank(left) || isBlank(right) || left.width > 1 || right.width > 1;
}

function isBlank(glyph: Placed | undefined): boolean {
  return glyph?.text === ' ' || glyph?.text === '\t';
}

function blanks(count: number, role: Role = 'text'): Placed[] {
  return Array.from({ length: count }, () => ({ text: ' ', width: 1, role }));
}

function spansOf(row: readonly Placed[]): Line {
  const spans: Span[] = [];
  for (const { text, width: _, ...look } of row) {
    const last = spans[spans.length - 1];
    const continues = last?.role === look.role && last.link === look.link && last.target === look.target;
    if (continues) spans[spans.length - 1] = { ...last, text: last.text + text };
    else spans.push({ text, ...look });
  }
  return spans;
}
