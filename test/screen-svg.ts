/** A frame of the screen as an SVG: every run of cells in its place and of its width, whatever the font. */
import type { Cell, Frame } from '../packages/tui/src/text/cells.ts';
import type { Role, Style, Theme } from '../packages/tui/src/theme/roles.ts';
import { BACKGROUND, CELL, coloursOf, escaped, FONT_PIXELS, FOREGROUND } from './screen-picture.ts';

/** Pixels around the cells. */
const MARGIN = 12;
/** Of a letter, from the top of its cell. */
const BASELINE = 13;
const FONT = 'ui-monospace,Menlo,Consolas,&quot;DejaVu Sans Mono&quot;,monospace';

type Run = { readonly x: number; readonly role: Role; readonly cells: readonly Cell[] };

export function svgOf({ rows, size }: Frame, theme: Theme, title: string): string {
  const [width, height] = [size.columns * CELL.width + 2 * MARGIN, size.rows * CELL.height + 2 * MARGIN];
  const lines = rows.flatMap((row, y) => runsIn(row).flatMap((run) => runSvg(run, y, theme[run.role])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})" font-family="${FONT}" font-size="${FONT_PIXELS}" fill="${FOREGROUND}">`,
    ...lines,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Neighbours that look alike, each run without blanks at its ends where those are nothing but the page. */
function runsIn(row: readonly Cell[]): readonly Run[] {
  const runs: { x: number; role: Role; cells: Cell[] }[] = [];
  for (const [x, cell] of row.entries()) {
    const last = runs.at(-1);
    if (last && last.role === cell.role) last.cells.push(cell);
    else runs.push({ x, role: cell.role, cells: [cell] });
  }
  return runs;
}

function runSvg({ x, cells }: Run, y: number, style: Style): readonly string[] {
  const [front, back] = coloursOf(style);
  const paper = box(x, y, cells.length, back);
  const text = cells.map((cell) => cell.text).join('');
  const begin = text.length - text.trimStart().length;
  const shown = text.trim();
  if (shown === '') return paper;
  const place = `x="${(x + begin) * CELL.width}" y="${y * CELL.height + BASELINE}" textLength="${shown.length * CELL.width}"`;
  return [...paper, `<text ${place} fill="${front}"${lookOf(style)} xml:space="preserve">${escaped(shown)}</text>`];
}

function box(x: number, y: number, columns: number, back: string): readonly string[] {
  if (back === 'transparent') return [];
  const place = `x="${x * CELL.width}" y="${y * CELL.height}" width="${columns * CELL.width}" height="${CELL.height}"`;
  return [`<rect ${place} fill="${back}"/>`];
}

function lookOf({ bold, italic, underline, dim }: Style): string {
  return [
    ...(bold ? [' font-weight="700"'] : []),
    ...(italic ? [' font-style="italic"'] : []),
    ...(underline ? [' text-decoration="underline"'] : []),
    ...(dim ? [' opacity="0.7"'] : []),
  ].join('');
}
