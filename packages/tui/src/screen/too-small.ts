/** What is shown of any screen where nothing useful fits. */
import { cellsOf, type Frame, type Size } from '../text/cells.ts';
import { line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { COLUMNS_MIN, ROWS_MIN } from './size.ts';

export function tooSmall(size: Size): Frame {
  const words = `too small: ${size.columns}×${size.rows}, needs ${COLUMNS_MIN}×${ROWS_MIN}`;
  const message = wrap(line([words, 'text']), Math.max(1, size.columns));
  const rows = Array.from({ length: size.rows }, (_, index) => cellsOf(message[index] ?? [], size.columns));
  return { size, rows, caret: null };
}
