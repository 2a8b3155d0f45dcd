/** Draws at the end of the main screen, and knows how what it has drawn stands there. */

import { ROWS_MIN } from '../screen/size.ts';
import type { Painter } from '../terminal/painter.ts';
import type { Frame, Size } from '../text/cells.ts';
import { paintChanges, paintNothing, paintWhole } from './paint-region.ts';
import { type Reflow, rowsAboveCursor } from './reflow.ts';
import { inlineStillMs } from './still.ts';

/**
 * The region's rows, as a share of the screen: what was said before stays in view above it, and in half the width it still
 * fits; what a terminal pushes over its upper edge while it breaks rows anew cannot be taken away any more.
 */
const REGION_SHARE = 1 / 2;
/** A frame that is no older when another size is heard of may have come to a terminal that had it already. */
const ON_THE_WAY_MS = 10;

type Drawn = { readonly frame: Frame; readonly at: number };

/** @param now in ms */
export function inlinePainter(reflow: Reflow, now: () => number): Painter {
  /** The frame that is shown, and before it those that may have been when the terminal got its size. The oldest first. */
  let drawn: readonly Drawn[] = [];
  let isSure = true;

  return {
    takesScreen: false,
    stillMs: inlineStillMs,
    room: roomIn,
    paint(frame, brush) {
      const { printed = [] } = frame;
      const before = drawn.at(-1)?.frame;
      const at = now();
      const above = before && rowsAbove(frame.size, at);
      const changes = isSure && before && printed.length === 0 && isSameSize(before.size, frame.size);
      drawn = [...candidates(at), { frame, at }];
      isSure = true;
      return changes ? paintChanges(before, frame, brush) : paintWhole(above ?? null, printed, frame, brush);
    },
    begin() {
      drawn = [];
    },
    forget() {
      // Other sizes may follow before it is drawn again: those count that may have been on their way at the first of them.
      drawn = candidates(now());
      isSure = false;
    },
    erase() {
      const shown = drawn.at(-1)?.frame;
      const bytes = shown === undefined ? '' : paintNothing(rowsAbove(shown.size, now()));
      drawn = [];
      return bytes;
    },
  };

  /**
   * Of the last one, above the cursor. Where the size is another, a frame that was on its way may have been drawn over rows
   * that were broken anew already, and stand on fewer rows than it would by itself: what was printed must not be taken for
   * its rows.
   */
  function rowsAbove(size: Size, at: number): number {
    const shown = drawn.at(-1)?.frame;
    if (shown === undefined) return 0;
    const own = cursorRow(shown);
    if (shown.size.columns === size.columns) return own;
    const counts = candidates(at).map(
      ({ frame }) => rowsAboveCursor(frame, size.columns, reflow) + own - cursorRow(frame),
    );
    return Math.max(own, Math.min(...counts));
  }

  function candidates(at: number): readonly Drawn[] {
    return isSure ? since(drawn, at) : drawn;
  }
}

/** The frames of the last moment, and the one that was shown when it began. */
function since(drawn: readonly Drawn[], at: number): readonly Drawn[] {
  const first = drawn.findLastIndex((each) => each.at <= at - ON_THE_WAY_MS);
  return drawn.slice(Math.max(0, first));
}

function cursorRow({ caret }: Frame): number {
  return caret?.row ?? 0;
}

function isSameSize(a: Size, b: Size): boolean {
  return a.columns === b.columns && a.rows === b.rows;
}

function roomIn({ columns, rows }: Size): Size {
  return { columns, rows: Math.min(rows, Math.max(ROWS_MIN, Math.floor(rows * REGION_SHARE))) };
}
