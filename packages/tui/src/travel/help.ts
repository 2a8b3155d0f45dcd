/** The keys of a history that is looked at, from the table that binds them. */
import type { ViewWhere } from '../keys/binding.ts';
import { isInView } from '../keys/in-history.ts';
import type { KeyTable } from '../keys/key-table.ts';
import { keyRows } from '../keys/rows.ts';
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
