/** The rows of the transcript that are shown, with the mark of the chosen block and of what is looked for. */
import type { Model } from '../screen/model.ts';
import type { Line } from '../text/line.ts';
import { visibleRows } from './scrolling.ts';
import { marked } from './search.ts';

const MARK = '▌';

export function shownLines(model: Model): readonly Line[] {
  const rows = visibleRows(model);
  if (model.dialog) return rows.map(({ line }) => line);
  const { search } = model;
  return rows.map(({ line, block, row }) => {
    if (!search) return block === model.chosen ? chosen(line) : line;
    const isCurrent = search.at?.block === block && search.at.row === row;
    return marked(line, search.query.text, isCurrent ? 'match-current' : 'match');
  });
}

/** The mark stands in the indentation; a row without one moves for it. A blank row has none. */
function chosen(row: Line): Line {
  const [first, ...rest] = row;
  if (!first) return row;
  const mark = { text: MARK, role: 'chosen' } as const;
  if (first.text.startsWith(' ')) return [mark, { ...first, text: first.text.slice(1) }, ...rest];
  return [{ text: `${MARK} `, role: 'chosen' }, ...row];
}
