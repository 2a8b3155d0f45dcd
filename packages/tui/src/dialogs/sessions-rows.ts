/** How the list of sessions looks: the choices, and below them what is known of the chosen one. */
import { oneLine, visible } from '@tagma/protocol';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import type { ListDialog } from './dialog.ts';
import { chosenOf } from './list.ts';
import { listLines } from './list-rows.ts';
import { aboutSession } from './session-choice.ts';

/** Of the rows, for what was done in the chosen one. */
const OUTLINE_SHARE = 1 / 3;
/** The list needs so many. */
const LIST_ROWS_MIN = 8;

export function sessionsRows(
  { list, sessions, outlines }: Extract<ListDialog, { kind: 'sessions' }>,
  columns: number,
  rows: number,
): readonly Line[] {
  const id = chosenOf(list)?.id;
  const chosen = sessions.find(({ file }) => file === id);
  const room = Math.min(Math.floor(rows * OUTLINE_SHARE), rows - LIST_ROWS_MIN);
  if (chosen === undefined || room < 2) return listLines(list, columns, rows);
  const told = (outlines[chosen.file] ?? ['…']).map((each) => line([oneLine(visible(each)), 'text']));
  const about = line([oneLine(visible(aboutSession(chosen))), 'muted']);
  const below = [[], ...[about, ...told].flatMap((each) => wrap(each, columns))].slice(0, room);
  const above = listLines(list, columns, rows - room);
  const gap = Array.from({ length: rows - room - above.length }, (): Line => []);
  return [...above, ...gap, ...below];
}
