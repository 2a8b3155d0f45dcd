/** The keys of a history that is looked at, from the table that binds them. */
import type { ViewWhere } from '../keys/binding.ts';
import { isInView } from '../keys/in-history.ts';
import type { CommandAt, KeyTable } from '../keys/key-table.ts';
import { keyRows } from '../keys/rows.ts';
import { shownKey } from '../keys/shown-key.ts';
import { widthOf } from '../text/glyphs.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { SCRUBBER_SIGNS } from './scrubber.ts';

const BETWEEN = 2;

/** In two columns of keys and words each where there is room. */
export function helpRows(table: KeyTable, place: ViewWhere, columns: number): readonly Line[] {
  const all = keyRows(table).filter(({ keys }) => keys.length > 0);
  const bound = [
    ...all.filter(({ where }) => where === place),
    ...all.filter(({ command }) => isInView(command, place)),
  ];
  const names = bound.map(({ keys }) => keys.join(', '));
  const left = Math.min(Math.max(...names.map(widthOf)), Math.floor(columns / 2));
  const rows = bound.flatMap(({ says }, index) => {
    const words = wrap(line([says, 'text']), Math.max(1, columns - left - 2 * BETWEEN));
    const name = names[index] ?? '';
    return words.map((each, row) => [...line([`  ${(row === 0 ? name : '').padEnd(left)}  `, 'action']), ...each]);
  });
  return [line(['keys', 'label']), ...rows, [], ...wrap(line([SCRUBBER_SIGNS, 'muted']), columns)];
}

/** The keys that scroll them, on and back, and the one that closes them. */
export function helpHint<Place extends ViewWhere>(
  table: KeyTable,
  place: Place,
  commands: readonly [on: CommandAt<Place>, back: CommandAt<Place>, close: CommandAt<Place>],
): string {
  const [on, back, close] = commands.map((command) => shownKey(table, command, place));
  return `${on} ${back} scroll · ${close} closes`;
}

/** How many rows a key or a notch of the wheel scrolls. */
export const HELP_ROWS = 3;

/** So many rows, or pages, or to one of the ends. */
export type HelpMove = { readonly rows: number } | { readonly pages: number } | 'first' | 'last';

/** The first row that is shown then, of so many, where there is room for `height`. */
export function helpMoved(from: number, move: HelpMove, count: number, height: number): number {
  const last = Math.max(0, count - height);
  if (move === 'first') return 0;
  if (move === 'last') return last;
  const rows = 'rows' in move ? move.rows : move.pages * Math.max(1, height - 1);
  return Math.max(0, Math.min(last, Math.min(last, from) + rows));
}

/** As many of them as there is room for, from that one on, or from where the last of them is seen. */
export function shownHelp(rows: readonly Line[], from: number, height: number): readonly Line[] {
  const first = helpMoved(from, { rows: 0 }, rows.length, height);
  return rows.slice(first, first + height);
}
