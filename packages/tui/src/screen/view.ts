/**
 * The whole screen as a pure function: a model to a frame of cells. From the top: the transcript, the model's list of
 * steps, a rule, a notice, the commands once a slash is typed and the answers to a question if there are any, the
 * composer, the status line.
 */
import { type ComposerArea, composerArea } from '../composer/area.ts';
import { isList, queryCaret } from '../dialogs/listing.ts';
import { besideColumns, isInPlace, paneColumns, paneRows, RULE } from '../machine/area.ts';
import { type Cell, cellsOf, type Frame, type Row } from '../text/cells.ts';
import { type Line, line } from '../text/line.ts';
import { shownLines } from '../transcript/shown-lines.ts';
import { answerLines, stepsLines, transcriptColumns, transcriptHeight } from './areas.ts';
import type { Model } from './model.ts';
import { progressLine } from './progress-line.ts';
import { isLargeEnough } from './size.ts';
import { statusLine } from './status.ts';
import { tooSmall } from './too-small.ts';

export function view(model: Model): Frame {
  if (!isLargeEnough(model.size)) return tooSmall(model.size);
  const { upper, between, draft, status } = partsOf(model);
  const { row, column } = draft.caret;
  const caret = isList(model.dialog)
    ? queryCaret(model)
    : model.focus === 'question' && !model.search
      ? null
      : { row: upper.length + between.length + row, column };
  return { size: model.size, rows: [...upper, ...between, ...draft.rows, ...status], caret };
}

/** What stands on the screen, one below the other. */
export type Parts = {
  /** The transcript, or what takes its place; the machine beside it. */
  readonly upper: readonly Row[];
  /** The steps, the rule, a notice, the menu, the answers to a question. */
  readonly between: readonly Row[];
  readonly draft: ComposerArea;
  readonly status: readonly Row[];
};

/** Of a screen that is large enough. */
export function partsOf(model: Model): Parts {
  const { columns } = model.size;
  const rows = (lines: readonly Line[]): readonly Row[] => lines.map((each) => cellsOf(each, columns));
  return {
    upper: upperRows(model),
    between: rows([...stepsLines(model), progressLine(model, columns), ...answerLines(model)]),
    draft: composerArea(model),
    status: [cellsOf(statusLine(model, columns), columns, 'status')],
  };
}

/** The transcript, and the machine beside it or in its place. */
function upperRows(model: Model): readonly Row[] {
  const height = transcriptHeight(model);
  const pane = () => filled(paneRows(model, height), paneColumns(model), height);
  if (isInPlace(model)) return pane();
  const transcript = transcriptRows(model);
  if (besideColumns(model) === 0) return transcript;
  const beside = pane();
  const rule = cellsOf(line([RULE, 'border']), RULE.length);
  return transcript.map((row, index) => [...row, ...rule, ...(beside[index] ?? [])]);
}

function filled(lines: readonly Line[], columns: number, height: number): readonly Row[] {
  const blank = blankRow(columns);
  return Array.from({ length: height }, (_, index) => {
    const shown = lines[index];
    return shown ? cellsOf(shown, columns) : blank;
  });
}

function transcriptRows(model: Model): readonly Row[] {
  const columns = transcriptColumns(model);
  const height = transcriptHeight(model);
  const shown = shownLines(model);
  const blank = blankRow(columns);
  return [...rowsOf(shown, columns), ...Array.from({ length: height - shown.length }, () => blank)];
}

/** The rows of the frame before: most lines are the same from frame to frame, and so are their cells. */
let before = new Map<Line, Row>();

function rowsOf(lines: readonly Line[], columns: number): readonly Row[] {
  const now = new Map<Line, Row>();
  const rows = lines.map((each) => {
    const known = before.get(each);
    const row = known?.length === columns ? known : cellsOf(each, columns);
    now.set(each, row);
    return row;
  });
  before = now;
  return rows;
}

const BLANK: Cell = { text: ' ', width: 1, role: 'text' };

function blankRow(columns: number): Row {
  return Array.from({ length: columns }, () => BLANK);
}
