/**
 * Where rows stand that a terminal shows, once it has become narrower. Most terminals break rows anew that do not fit any
 * more, some cut them, and none tells. Whoever draws in place has to know, or he leaves residue, or takes what is not his.
 */
import { lastInked } from '../terminal/paint.ts';
import type { Frame, Row } from '../text/cells.ts';
import type { Environment } from '../theme/environment.ts';

/** What is broken anew. xterm.js leaves the row in which the cursor stands to the program, and moves the cursor with rows below it. */
export type Reflow = 'every row' | 'as xterm.js' | 'no row';

type Drawn = Pick<Frame, 'rows' | 'caret'>;

/** As far as the environment tells: xterm, the console of Linux and GNU screen cut. */
export function reflowOf(env: Environment): Reflow {
  if (isSet(env.TMUX)) return 'every row';
  if (isSet(env.STY) || isSet(env.XTERM_VERSION) || env.TERM === 'linux') return 'no row';
  return env.TERM_PROGRAM === 'vscode' ? 'as xterm.js' : 'every row';
}

/** Of a region drawn before, in so many columns now. Where no caret is shown, the cursor stands at its beginning. */
export function rowsAboveCursor({ rows, caret }: Drawn, columns: number, reflow: Reflow): number {
  const { row, column } = caret ?? { row: 0, column: 0 };
  if (reflow === 'no row') return row;
  const added = rows.map((each) => rowsFor(each, lastInked(each) + 1, columns) - 1);
  const above = row + sum(added.slice(0, row));
  if (reflow === 'as xterm.js') return above + sum(added.slice(row + 1));
  return above + rowsFor(rows[row] ?? [], column + 1, columns) - 1;
}

/** Rows of `columns` that the first `count` cells take; what goes beyond the row's end counts as blanks. A wide sign is not broken. */
function rowsFor(row: Row, count: number, columns: number): number {
  let rows = 1;
  let used = 0;
  for (let x = 0; x < count; x++) {
    const width = row[x]?.width ?? 1;
    if (width === 0) continue;
    if (used + width > columns) {
      rows += 1;
      used = 0;
    }
    used += width;
  }
  return rows;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function isSet(value: string | undefined): boolean {
  return (value ?? '') !== '';
}
