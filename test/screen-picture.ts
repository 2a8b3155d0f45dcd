/** A frame of the screen as a page for a browser, so that a picture of it can be taken: a cell is a cell, whatever the font. */
import type { Cell, Frame } from '../packages/tui/src/text/cells.ts';
import type { Colour, ColourName, Style, Theme } from '../packages/tui/src/theme/roles.ts';

/** Pixels. */
export const CELL = { width: 8, height: 17 } as const;
export const FONT_PIXELS = 13;
export const BACKGROUND = '#14161b';
export const FOREGROUND = '#d5d8de';

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

export function pageOf(frame: Frame, theme: Theme): string {
  const cells = frame.rows.flatMap((row, y) =>
    row.map((cell, x) => (cell.width === 0 ? '' : cellHtml(cell, x, y, theme[cell.role]))),
  );
  const { columns, rows } = frame.size;
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: ${BACKGROUND}; color: ${FOREGROUND}; }
main { position: relative; width: ${columns * CELL.width}px; height: ${rows * CELL.height}px; overflow: hidden; }
i { position: absolute; height: ${CELL.height}px; font: ${FONT_PIXELS}px/${CELL.height}px "DejaVu Sans Mono", monospace; white-space: pre; overflow: hidden; }
</style><main>${cells.join('')}${caretHtml(frame)}</main>`;
}

function cellHtml({ text, width }: Cell, x: number, y: number, style: Style): string {
  const isPlain = text === ' ' && style.background === undefined && !style.inverse && !style.underline;
  if (isPlain) return '';
  const place = `left:${x * CELL.width}px;top:${y * CELL.height}px;width:${width * CELL.width}px`;
  return `<i style="${place};${lookOf(style)}">${escaped(text)}</i>`;
}

function caretHtml({ caret }: Frame): string {
  if (caret === null) return '';
  const place = `left:${caret.column * CELL.width}px;top:${caret.row * CELL.height}px;width:${CELL.width}px`;
  return `<i style="${place};background:${FOREGROUND};opacity:.6"></i>`;
}

/** The colours of the sign and of what is behind it; `transparent` is the page. */
export function coloursOf({ foreground, background, inverse }: Style): readonly [front: string, back: string] {
  const [ink, paper] = [colour(foreground, FOREGROUND), colour(background, inverse ? BACKGROUND : 'transparent')];
  return inverse ? [paper, ink] : [ink, paper];
}

function lookOf(style: Style): string {
  const [front, back] = coloursOf(style);
  const { bold, dim, italic, underline } = style;
  return [
    `color:${front};background:${back}`,
    `font-weight:${bold ? 700 : 400};font-style:${italic ? 'italic' : 'normal'}`,
    ...(dim ? ['opacity:.7'] : []),
    ...(underline ? ['text-decoration:underline'] : []),
  ].join(';');
}

function colour(of: Colour | undefined, otherwise: string): string {
  if (of === undefined) return otherwise;
  return of.startsWith('#') ? of : NAMED[of as ColourName];
}

export function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
