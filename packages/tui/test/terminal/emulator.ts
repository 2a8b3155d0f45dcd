/** A terminal emulator that frames are painted onto, and all that it shows then, cell by cell. */
import { createRequire } from 'node:module';
import type { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/headless';

/** Whose table of widths it has: old terminals know Unicode 6, newer ones count code points by 11, the newest clusters. */
export const WIDTH_TABLES = ['6', '11', '15-graphemes'] as const;
export type WidthTable = (typeof WIDTH_TABLES)[number];

export function emulator(columns: number, rows: number, widths: WidthTable): Terminal {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
  if (widths === '11') terminal.loadAddon(new Unicode11Addon());
  if (widths === '15-graphemes') terminal.loadAddon(graphemesAddon());
  terminal.unicode.activeVersion = widths;
  return terminal;
}

/** It reads its data from where its buffer's memory begins, which is right only for a buffer with memory of its own. */
function graphemesAddon(): UnicodeGraphemesAddon {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  const addon = createRequire(import.meta.url)('@xterm/addon-unicode-graphemes');
  Buffer.poolSize = poolSize;
  return new addon.UnicodeGraphemesAddon();
}

export function written(terminal: Terminal, bytes: string): Promise<void> {
  return new Promise((resolve) => terminal.write(bytes, resolve));
}

/** Of each row each cell: its signs, its width, its colours and its weight. Where the cursor stands, too. */
export function shownCells(terminal: Terminal): string[] {
  const { active } = terminal.buffer;
  const rows = Array.from({ length: terminal.rows }, (_, y) => {
    const row = active.getLine(y);
    return Array.from({ length: terminal.cols }, (_, x) => {
      const cell = row?.getCell(x);
      if (!cell) return '';
      const flags = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.isUnderline(), cell.isInverse()].map(Boolean);
      const look = flags.some(Boolean) ? flags.map(Number).join('') : '';
      const chars = cell.getChars() === ' ' ? '' : cell.getChars();
      return `${chars}${cell.getWidth()}:${cell.getFgColor()}/${cell.getBgColor()}${look}`;
    }).join(' ');
  });
  return [...rows, `${active.cursorX},${active.cursorY}`];
}
