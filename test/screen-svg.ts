/** A frame of the screen as an SVG: every run of cells in its place and of its width, whatever the font. */
import type { Cell, Frame } from '../packages/tui/src/text/cells.ts';
import type { Colour, ColourName, Role, Style, Theme } from '../packages/tui/src/theme/roles.ts';

/** Pixels. */
const CELL = { width: 8, height: 17 } as const;
const FONT_PIXELS = 13;
const BACKGROUND = '#14161b';
const FOREGROUND = '#d5d8de';

/** Pixels around the cells. */
const MARGIN = 12;
/** Of a letter, from the top of its cell. */
const BASELINE = 13;
const FONT = 'ui-monospace,Menlo,Consolas,&quot;DejaVu Sans Mono&quot;,monospace';

/** As many terminals show the names. */
const NAMED: { readonly [name in ColourName]: string } = {
  black: '#000000',
  red: '#cc5555',
  green: '#5faf5f',
  yellow: '#c8a048',
  blue: '#5f87d7',
  magenta: '#b070b0',
  cyan: '#4fa8a8',
  white: '#c6c6c6',
  'bright-black': '#808080',
  'bright-red': '#ff6c6c',
  'bright-green': '#87d787',
  'bright-yellow': '#e5c76b',
  'bright-blue': '#87afff',
  'bright-magenta': '#d7a0d7',
  'bright-cyan': '#7fd7d7',
  'bright-white': '#ffffff',
};

type Run = { readonly x: number; readonly role: Role; readonly cells: readonly Cell[] };

export function svgOf({ rows, size, caret }: Frame, theme: Theme, title: string): string {
  const [width, height] = [size.columns * CELL.width + 2 * MARGIN, size.rows * CELL.height + 2 * MARGIN];
  const lines = rows.flatMap((row, y) => runsIn(row).flatMap((run) => runSvg(run, y, theme[run.role])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})" font-family="${FONT}" font-size="${FONT_PIXELS}" fill="${FOREGROUND}">`,
    ...lines,
    ...(caret === null ? [] : [caretSvg(caret)]),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function caretSvg({ row, column }: NonNullable<Frame['caret']>): string {
  const place = `x="${column * CELL.width}" y="${row * CELL.height}" width="${CELL.width}" height="${CELL.height}"`;
  return `<rect ${place} fill="${FOREGROUND}" opacity="0.6"/>`;
}

/** Neighbours that look alike. */
function runsIn(row: readonly Cell[]): readonly Run[] {
  const runs: { x: number; role: Role; cells: Cell[] }[] = [];
  for (const [x, cell] of row.entries()) {
    const last = runs.at(-1);
    if (last && last.role === cell.role) last.cells.push(cell);
    else runs.push({ x, role: cell.role, cells: [cell] });
  }
  return runs;
}

/** What is behind the run, and its signs without blanks at the ends, which some viewers would leave out. */
function runSvg({ x, cells }: Run, y: number, style: Style): readonly string[] {
  const [front, back] = coloursOf(style);
  const paper = box(x, y, cells.length, back);
  const isShown = ({ text }: Cell) => text.trim() !== '';
  const first = cells.findIndex(isShown);
  if (first === -1) return paper;
  const shown = cells.slice(first, cells.findLastIndex(isShown) + 1);
  const columns = shown.reduce((sum, { width }) => sum + width, 0);
  const place = `x="${(x + first) * CELL.width}" y="${y * CELL.height + BASELINE}" textLength="${columns * CELL.width}"`;
  const text = escaped(shown.map((cell) => cell.text).join(''));
  return [...paper, `<text ${place} fill="${front}"${lookOf(style)} xml:space="preserve">${text}</text>`];
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

/** The colours of the sign and of what is behind it; `transparent` is the page. */
function coloursOf({ foreground, background, inverse }: Style): readonly [front: string, back: string] {
  const [ink, paper] = [colour(foreground, FOREGROUND), colour(background, inverse ? BACKGROUND : 'transparent')];
  return inverse ? [paper, ink] : [ink, paper];
}

function colour(of: Colour | undefined, otherwise: string): string {
  if (of === undefined) return otherwise;
  return of.startsWith('#') ? of : NAMED[of as ColourName];
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
