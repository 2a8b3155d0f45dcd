/** A table as rows: columns as wide as they need to be; where they do not fit, the widest give way, and cells break. */
import { widthOf } from '../glyphs.ts';
import { type Line, line, type Span } from '../line.ts';
import { wrap } from '../wrap.ts';
import type { Alignment, Block, TableRow } from './parse.ts';

type Table = Extract<Block, { kind: 'table' }>;

const BETWEEN = ' │ ';
/** A column that is narrower holds nothing that can be read: then each row is a list of its cells. */
const COLUMN_MIN = 6;

export function tableRows(table: Table, columns: number): readonly Line[] {
  const { alignments, rows } = table;
  const goesOn = table.widths !== undefined;
  const widths = goesOn ? table.widths : tableWidths(table, columns);
  if (widths === null) return recordRows(rows, columns);
  const [heading = [], ...rest] = rows;
  const rule = line([widths.map((width) => '─'.repeat(width)).join('─┼─'), 'muted']);
  return [
    ...(goesOn ? [] : [...gridRows(heading, widths, alignments, 'label'), rule]),
    ...rest.flatMap((row) => gridRows(row, widths, alignments)),
  ];
}

/** How wide its columns are on so many; null: not all of them find room, and there are none. */
export function tableWidths({ alignments, rows }: Table, columns: number): readonly number[] | null {
  const wanted = alignments.map((_, column) => Math.max(1, ...rows.map((row) => cellWidth(row[column] ?? []))));
  return fitted(wanted, columns - BETWEEN.length * (wanted.length - 1));
}

/** Of a table that goes on below a part with columns so wide: wider where its own rows need it, and there is room. */
export function widenedFor({ rows }: Table, before: readonly number[], columns: number): readonly number[] {
  const [, ...own] = rows;
  const wanted = before.map((width, column) => Math.max(width, ...own.map((row) => cellWidth(row[column] ?? []))));
  return fitted(wanted, columns - BETWEEN.length * (wanted.length - 1)) ?? before;
}

/** What the widest columns have too much is taken from them. Null: not all can have what they need at least. */
function fitted(wanted: readonly number[], room: number): readonly number[] | null {
  const total = wanted.reduce((sum, width) => sum + width, 0);
  if (total <= room) return wanted;
  const least = wanted.reduce((sum, width) => sum + Math.min(width, COLUMN_MIN), 0);
  if (least > room) return null;
  // The highest width that, as a limit for all, makes them fit.
  let limit = COLUMN_MIN;
  while (wanted.reduce((sum, width) => sum + Math.min(width, limit + 1), 0) <= room) limit += 1;
  const widths = wanted.map((width) => Math.min(width, limit));
  let left = room - widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width, column) => (width < (wanted[column] ?? 0) && left-- > 0 ? width + 1 : width));
}

function gridRows(
  row: TableRow,
  widths: readonly number[],
  alignments: readonly Alignment[],
  role: 'text' | 'label' = 'text',
): Line[] {
  const cells = widths.map((width, column) => (row[column] ?? []).flatMap((each) => wrap(inRole(each, role), width)));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, index) =>
    widths.flatMap((width, column): Line => {
      const aligned = alignedIn(cells[column]?.[index] ?? [], width, alignments[column] ?? 'left');
      return column === 0 ? aligned : [{ text: BETWEEN, role: 'muted' }, ...aligned];
    }),
  );
}

function alignedIn(spans: Line, width: number, alignment: Alignment): Line {
  const blank = Math.max(0, width - lineWidth(spans));
  const before = { left: 0, center: Math.floor(blank / 2), right: blank }[alignment];
  return [...blanks(before), ...spans, ...blanks(blank - before)];
}

/** Each row as its cells, one below the other, behind the names of their columns. */
function recordRows([heading = [], ...rows]: readonly TableRow[], columns: number): Line[] {
  return rows.flatMap((row, index) => {
    const cells = row.flatMap((cell, column) => {
      const name = heading[column]?.[0] ?? [];
      const label: Line = name.length > 0 ? [...inRole(name, 'label'), { text: ': ', role: 'muted' }] : [];
      return cell.flatMap((each, nth) => wrap(nth === 0 ? [...label, ...each] : each, columns));
    });
    return index === 0 ? cells : [[], ...cells];
  });
}

function inRole(spans: Line, role: 'text' | 'label'): Line {
  return spans.map((span) => (span.role === 'text' ? { ...span, role } : span));
}

function blanks(count: number): readonly Span[] {
  return count > 0 ? [{ text: ' '.repeat(count), role: 'text' }] : [];
}

function cellWidth(lines: readonly Line[]): number {
  return Math.max(0, ...lines.map(lineWidth));
}

function lineWidth(spans: Line): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0);
}
