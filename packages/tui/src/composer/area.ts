/** The composer's area: the rows of the draft around the caret, where it has more than there is room for. */
import type { Focus, Model } from '../screen/model.ts';
import { remembered } from '../screen/remembered.ts';
import { cellsOf, type Row, type Size } from '../text/cells.ts';
import { beginningOf } from '../text/glyphs.ts';
import { type Line, line, type Span } from '../text/line.ts';
import { searchLine } from '../transcript/search-line.ts';
import { at, type Composer, selectionOf } from './composer.ts';
import { type ComposerRow, type ComposerRows, offsetAt, piecesOf, rowsAround } from './rows.ts';
import { signBefore } from './signs.ts';

/** Rows of the composer, as a share of the screen. */
const COMPOSER_SHARE = 1 / 3;
/** All gutters have the same width. */
const GUTTER = '› ';
/** What is written is a command for the shell; the sign that makes it one stands in the text. */
const GUTTER_SHELL = '$ ';
const GUTTER_BELOW = '  ';
/** There is more above the first row, or below the last. */
const GUTTER_MORE = '⋮ ';
const DRAFT_HINT = 'a prompt, or / command, @ file, ! shell';
const ANSWER_HINT = 'your answer';

export type ComposerArea = {
  readonly rows: readonly Row[];
  readonly caret: { readonly row: number; readonly column: number };
};

/** Columns that the composer's text is laid out in: the caret may stand behind the last sign. */
export function composerWidth(columns: number): number {
  return Math.max(1, columns - GUTTER.length - 1);
}

export function composerHeight(model: Model): number {
  if (model.search) return 1;
  return rowsOf(model).rows.length;
}

export function composerArea(model: Model): ComposerArea {
  if (model.search) {
    const { columns } = model.size;
    const { line: query, caret } = searchLine(model.search, columns, model.keys);
    return { rows: [cellsOf(query, columns)], caret: { row: 0, column: caret } };
  }
  return draftArea(model.composer, model.focus, model.size, hintOf(model));
}

/** It changes with keys, and frames are drawn for much else. */
const draftArea = remembered((composer: Composer, focus: Focus, size: Size, hint: string): ComposerArea => {
  const { columns } = size;
  const laidOut = rowsOf({ composer, size });
  const { caret } = laidOut;
  const rows = laidOut.rows.map((row, index) => {
    const text = composer.text === '' ? line([hint, 'muted']) : textOf(composer, row, composerWidth(columns));
    return cellsOf([...line([gutterOf(composer, focus, laidOut, index), 'person']), ...text], columns);
  });
  return { rows, caret: { row: caret.row, column: caret.column + GUTTER.length } };
});

/** The draft with the caret at a cell of its area; where the next row goes on with the line, before its last sign. */
export function caretAt(model: Model, row: number, column: number): Composer {
  const { composer, size } = model;
  const { rows } = rowsOf(model);
  const pointed = rows[Math.min(row, rows.length - 1)];
  if (!pointed) return composer;
  const offset = offsetAt(composer, pointed, Math.max(0, column - GUTTER.length), composerWidth(size.columns));
  const goesOn = offset === pointed.end && offset < composer.text.length && composer.text[offset] !== '\n';
  return { ...composer, ...at(goesOn ? signBefore(composer.text, offset) : offset) };
}

function rowsOf({ composer, size }: Pick<Model, 'composer' | 'size'>): ComposerRows {
  const rowsMax = Math.max(1, Math.floor(size.rows * COMPOSER_SHARE));
  const columns = composerWidth(size.columns);
  const known = kept.get(composer);
  if (known?.columns === columns && known.rowsMax === rowsMax) return known.rows;
  const rows = rowsAround(composer, columns, rowsMax);
  kept.set(composer, { columns, rowsMax, rows });
  return rows;
}

/** Each frame asks for the same several times. */
const kept = new WeakMap<
  Composer,
  { readonly columns: number; readonly rowsMax: number; readonly rows: ComposerRows }
>();

function gutterOf({ text }: Composer, focus: Focus, { rows, above, below }: ComposerRows, index: number): string {
  if ((above && index === 0) || (below && index === rows.length - 1)) return GUTTER_MORE;
  if (index > 0) return GUTTER_BELOW;
  return focus !== 'words' && /^!(?!!)/.test(text) ? GUTTER_SHELL : GUTTER;
}

/** What is selected looks so; a line's end that is selected too is a blank. */
function textOf(composer: Composer, row: ComposerRow, width: number): Line {
  const { from, to } = selectionOf(composer) ?? { from: 0, to: 0 };
  const spans = piecesOf(composer, row, width).map(({ start, end, label }): Span => {
    const isSelected = from <= start && end <= to;
    const text = label ?? composer.text.slice(start, end);
    return { text, role: isSelected ? 'selection' : label === null ? 'text' : 'label' };
  });
  const endIsSelected = from <= row.end && row.end < to && composer.text[row.end] === '\n';
  return [...joinedSpans(spans), ...(endIsSelected ? line([' ', 'selection']) : [])];
}

/** Spans of one role in one piece. */
function joinedSpans(spans: readonly Span[]): Line {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last?.role === span.role) joined[joined.length - 1] = { ...last, text: last.text + span.text };
    else joined.push(span);
  }
  return joined;
}

/** What can be written, as long as nothing is, and nothing else has the keys. */
function hintOf({ focus, size, transcript, dialog }: Model): string {
  if (focus === 'question' || dialog || (focus === 'draft' && transcript.question !== null)) return '';
  return beginningOf(focus === 'words' ? ANSWER_HINT : DRAFT_HINT, composerWidth(size.columns));
}
