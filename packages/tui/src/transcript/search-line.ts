/** What is looked for, in the place of the draft: the query, which hit of how many is shown, and the keys. */
import type { KeyTable } from '../keys/key-table.ts';
import { shownKey } from '../keys/shown-key.ts';
import { endOf, widthOf } from '../text/glyphs.ts';
import { type Line, line } from '../text/line.ts';
import { HITS_MAX, type Search } from './search.ts';

const LABEL = 'find › ';

export type SearchLine = { readonly line: Line; readonly caret: number };

export function searchLine({ query, hits, current }: Search, columns: number, keys: KeyTable): SearchLine {
  const [up, down, leave] = (['hit-up', 'hit-down', 'leave-search'] as const).map((command) => shownKey(keys, command));
  const keysSaid = `${up} older, ${down} newer, ${leave} leaves`;
  const counted = hits.total >= HITS_MAX ? `${HITS_MAX} or more` : String(hits.total);
  const count = current === null ? (query.text === '' ? '' : 'nothing') : `${current + 1} of ${counted}`;
  const room = columns - widthOf(LABEL) - widthOf(count) - 3;
  // The caret is at its end.
  const text = endOf(query.text, room);
  const used = widthOf(LABEL) + widthOf(text) + 2 + widthOf(count);
  const hint = columns - used - widthOf(keysSaid) >= 3 ? `   ${keysSaid}` : '';
  return {
    line: line(
      [LABEL, 'label'],
      [text, 'text'],
      [`  ${count}`, current === null ? 'warning' : 'text'],
      [hint, 'muted'],
    ),
    caret: widthOf(LABEL) + widthOf(endOf(query.text.slice(0, query.caret), room)),
  };
}
