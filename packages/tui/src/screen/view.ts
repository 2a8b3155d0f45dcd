/**
 * The whole screen as a pure function: a model to a frame of cells. From the top: the transcript, the model's list of steps, a rule, a notice, the
 * commands once a slash is typed and the answers to a question if there are any, the composer, the status line.
 */

import { caretPosition, composerRows } from '../composer/composer.ts';
import { TYPED_COMMANDS } from '../composer/typed-commands.ts';
import { answerLine } from '../dialogs/answer-line.ts';
import { questionRows } from '../dialogs/question.ts';
import { type Cell, cellsOf, type Frame, type Row, type Size } from '../text/cells.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { liveChecklist } from '../transcript/checklist.ts';
import { blocksOf, rowsUpTo } from '../transcript/layout.ts';
import type { Model } from './model.ts';
import { statusLine } from './status.ts';

/** Below this nothing useful fits. */
export const COLUMNS_MIN = 40;
export const ROWS_MIN = 10;
/** Rows of the composer, as a share of the screen. */
const COMPOSER_SHARE = 1 / 3;
/** Rows of the list of steps, its heading among them, as a share of the screen. */
const STEPS_SHARE = 1 / 4;
const GUTTER = '› ';

export function view(model: Model): Frame {
  const { columns } = model.size;
  if (!isLargeEnough(model.size)) return tooSmall(model);
  const composer = composerRegion(model);
  const answers = answerRegion(model);
  const height = transcriptHeight(model);
  const steps = stepsRegion(model);
  const shown = rowsUpTo(blocksOf(model, columns), model.scroll, height);
  const drawn: Row[] = [
    ...shown.map((each) => cellsOf(each, columns)),
    ...Array.from({ length: height - shown.length }, () => blankRow(columns)),
    ...steps.map((each) => cellsOf(each, columns)),
    cellsOf(line(['─'.repeat(columns), 'muted']), columns),
    ...answers.map((each) => cellsOf(each, columns)),
    ...composer.rows,
    cellsOf(statusLine(model, columns), columns, 'status'),
  ];
  const above = height + steps.length + 1 + answers.length;
  const caret = model.focus === 'question' ? null : { row: above + composer.caret.row, column: composer.caret.column };
  return { size: model.size, rows: drawn, caret };
}

export function isLargeEnough({ columns, rows }: Size): boolean {
  return columns >= COLUMNS_MIN && rows >= ROWS_MIN;
}

/** Rows that the transcript has on this screen. */
export function transcriptHeight(model: Model): number {
  return model.size.rows - 2 - answerRegion(model).length - composerHeight(model) - stepsRegion(model).length;
}

/** Columns that the composer's text is laid out in: the caret may stand behind the last sign. */
export function composerWidth(columns: number): number {
  return Math.max(1, columns - GUTTER.length - 1);
}

function composerHeight({ composer, size }: Model): number {
  const rows = composerRows(composer.text, composerWidth(size.columns)).length;
  return Math.min(rows, Math.max(1, Math.floor(size.rows * COMPOSER_SHARE)));
}

type Region = { readonly rows: readonly Row[]; readonly caret: { readonly row: number; readonly column: number } };

/** The rows around the caret, where the text has more than there is room for. */
function composerRegion(model: Model): Region {
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

/** The list of steps has what room a question and a long transcript leave it. */
function stepsRegion({ size, todo, transcript, panel }: Model): readonly Line[] {
  if (transcript.question !== null || panel) return [];
  return liveChecklist(todo, { rows: Math.floor(size.rows * STEPS_SHARE) - 1, columns: size.columns });
}

function answerRegion(model: Model): readonly Line[] {
  const { transcript, focus, size, panel, notice } = model;
  const said = [...(notice === null ? [] : [line([notice, 'warning'])]), ...commandsLine(model)].flatMap((each) =>
    wrap(each, size.columns),
  );
  if (!transcript.question || panel) return said;
  const room = size.rows - 3 - composerHeight(model);
  const cut = questionRows(transcript.question, size.columns).length > room;
  return [...said, ...wrap(answerLine(transcript.question, focus, cut), size.columns)];
}

/** What can stand behind the slash that is typed. */
function commandsLine({ focus, composer }: Model): readonly Line[] {
  if (focus !== 'draft' || composer.text !== '/') return [];
  return [line([TYPED_COMMANDS.map(({ name }) => `/${name}`).join('  '), 'muted'])];
}

function tooSmall({ size }: Model): Frame {
  const words = `too small: ${size.columns}×${size.rows}, needs ${COLUMNS_MIN}×${ROWS_MIN}`;
  const message = wrap(line([words, 'text']), Math.max(1, size.columns));
  const rows = Array.from({ length: size.rows }, (_, index) => cellsOf(message[index] ?? [], size.columns));
  return { size, rows, caret: null };
}

const BLANK: Cell = { text: ' ', width: 1, role: 'text' };

function blankRow(columns: number): Row {
  return Array.from({ length: columns }, () => BLANK);
}
