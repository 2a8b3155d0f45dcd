/** How the screen is shared out: what stands around the transcript, and how much room is left for that. */
import { composerHeight } from '../composer/area.ts';
import { menuLines } from '../composer/menu-lines.ts';
import { answerLine } from '../dialogs/answer-line.ts';
import { optionAt } from '../dialogs/options.ts';
import { questionRows } from '../dialogs/question.ts';
import { besideColumns, heldArea } from '../machine/area.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { liveChecklist } from '../transcript/checklist.ts';
import type { Model } from './model.ts';

/** Rows of the list of steps, its heading among them, as a share of the screen. */
const STEPS_SHARE = 1 / 4;
/** The rule above the composer, and the status line. */
const ROWS_FIXED = 2;

/** Rows that the transcript has on this screen. */
export function transcriptHeight(model: Model): number {
  if (model.room) return model.room.rows;
  return model.size.rows - ROWS_FIXED - answerLines(model).length - composerHeight(model) - stepsLines(model).length;
}

/** Columns that the transcript has. */
export function transcriptColumns(model: Model): number {
  return model.room?.columns ?? model.size.columns - besideColumns(model);
}

/** The list of steps has what room a question and a long transcript leave it. */
export function stepsLines({ size, todo, transcript, dialog }: Model): readonly Line[] {
  if (transcript.question !== null || dialog) return [];
  return liveChecklist(todo, { rows: Math.floor(size.rows * STEPS_SHARE) - 1, columns: size.columns });
}

/** Between the rule and the composer: a notice, the menu of what may be meant, the keys that answer. */
export function answerLines(model: Model): readonly Line[] {
  const { transcript, focus, size, dialog, notice } = model;
  const noticed = notice === null ? [] : wrap(line([notice, 'warning']), size.columns);
  const said = [...noticed, ...menuLines(model)];
  const held = dialog ? [] : heldArea(model);
  if (held.length > 0) return [...said, ...held];
  if (!transcript.question || dialog) return said;
  const room = size.rows - ROWS_FIXED - 1 - composerHeight(model);
  const at = optionAt(model);
  const cut = questionRows(transcript.question, transcriptColumns(model), at).length > room;
  return [...said, ...wrap(answerLine(transcript.question, focus, at, cut, model.keys), size.columns)];
}
