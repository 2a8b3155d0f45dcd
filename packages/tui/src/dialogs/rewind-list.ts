/** The session's prompts as a list to choose from, as many rows of it as there is room for. */
import type { ForkPoint } from '@tagma/history';
import type { Size } from '../text/cells.ts';
import type { Line } from '../text/line.ts';
import { listOf } from './list.ts';
import { listLines } from './list-rows.ts';

/** Below the list: the rule, the composer, the status line. */
const ROWS_BELOW = 3;

const TITLE = 'rewind to before a prompt';
const HINT =
  'A copy of this session up to there goes on; this one ends, and is kept. Files stay as they are now: /undo turn takes ' +
  'back what the last turn changed, before or afterwards.';

/** The session's prompts, the newest first, and which of them is chosen, from 0. */
export type RewindList = { readonly kind: 'rewind'; readonly points: readonly ForkPoint[]; readonly chosen: number };

/** In the order in which they are shown, with the one that is chosen in view. */
export function rewindLines({ points, chosen }: RewindList, size: Size): readonly Line[] {
  const digits = `${points[0]?.prompt ?? ''}`.length;
  const choices = points.map(({ prompt, text }) => ({
    id: String(prompt),
    label: `${String(prompt).padStart(digits)}  ${text.trim()}`,
  }));
  return listLines({ ...listOf(TITLE, HINT, choices), chosen }, size.columns, Math.max(1, size.rows - ROWS_BELOW));
}
