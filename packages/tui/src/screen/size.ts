import type { Size } from '../text/cells.ts';

/** Below this nothing useful fits. */
export const COLUMNS_MIN = 40;
export const ROWS_MIN = 10;

export function isLargeEnough({ columns, rows }: Size): boolean {
  return columns >= COLUMNS_MIN && rows >= ROWS_MIN;
}
