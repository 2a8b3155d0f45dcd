/** The composer's area: the rows of the draft around the caret, where it has more than there is room for. */
import type { Model } from '../screen/model.ts';
import { cellsOf, type Row } from '../text/cells.ts';
import { line } from '../text/line.ts';
import { caretPosition, composerRows } from './composer.ts';

/** Rows of the composer, as a share of the screen. */
const COMPOSER_SHARE = 1 / 3;
const GUTTER = '› ';

export type ComposerArea = {
  readonly rows: readonly Row[];
  readonly caret: { readonly row: number; readonly column: number };
};

/** Columns that the composer's text is laid out in: the caret may stand behind the last sign. */
export function composerWidth(columns: number): number {
  return Math.max(1, columns - GUTTER.length - 1);
}

export function composerHeight({ composer, size }: Model): number {
  const rows = composerRows(composer.text, composerWidth(size.columns)).length;
  return Math.min(rows, Math.max(1, Math.floor(size.rows * COMPOSER_SHARE)));
}

export function composerArea(model: Model): ComposerArea {
  const { columns } = model.size;
  const all = composerRows(model.composer.text, composerWidth(columns));
  const caret = caretPosition(model.composer, all);
  const height = composerHeight(model);
  const first = Math.max(0, Math.min(caret.row - height + 1, all.length - height));
  const rows = all.slice(first, first + height).map((row, index) => {
    const text = model.composer.text.slice(row.start, row.end);
    return cellsOf(line([first + index === 0 ? GUTTER : '  ', 'person'], [text, 'text']), columns);
  });
  return { rows, caret: { row: caret.row - first, column: caret.column + GUTTER.length } };
}
