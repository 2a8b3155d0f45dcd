/** Draws at the end of the main screen, and knows how what it has drawn stands there. */
import { ROWS_MIN } from '../screen/size.ts';
import type { Painter } from '../terminal/painter.ts';
import type { Frame, Size } from '../text/cells.ts';
import { paintChanges, paintNothing, paintWhole } from './paint-region.ts';
import { type Reflow, rowsAboveCursor } from './reflow.ts';

/**
 * The region's rows, as a share of the screen: what was said before stays in view above it, and in half the width it still
 * fits; what a terminal pushes over its upper edge while it breaks rows anew cannot be taken away any more.
 */
const REGION_SHARE = 1 / 2;

export function inlinePainter(reflow: Reflow): Painter {
  let shown: Frame | null = null;
  let isSure = true;

  return {
    takesScreen: false,
    room: roomIn,
    paint(frame, brush) {
      const { printed = [] } = frame;
      const before = shown;
      const known = isSure && before && printed.length === 0 && isSameSize(before.size, frame.size) ? before : null;
      shown = frame;
      isSure = true;
      return known
        ? paintChanges(known, frame, brush)
        : paintWhole(before && above(before, frame.size.columns), printed, frame, brush);
    },
    begin() {
      shown = null;
    },
    forget() {
      isSure = false;
    },
    erase() {
      const bytes = shown === null ? '' : paintNothing(above(shown, shown.size.columns));
      shown = null;
      return bytes;
    },
  };

  function above(frame: Frame, columns: number): number {
    return rowsAboveCursor(frame, columns, reflow);
  }
}

function isSameSize(a: Size, b: Size): boolean {
  return a.columns === b.columns && a.rows === b.rows;
}

function roomIn({ columns, rows }: Size): Size {
  return { columns, rows: Math.min(rows, Math.max(ROWS_MIN, Math.floor(rows * REGION_SHARE))) };
}
