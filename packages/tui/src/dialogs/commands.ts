/** What the keys of questions and dialogs do. */

import { typed } from '../composer/typing.ts';
import type { DialogsCommand } from '../keys/tables/dialogs.ts';
import type { ListCommand } from '../keys/tables/list.ts';
import type { QuestionCommand } from '../keys/tables/question.ts';
import { type Model, type Next, next, type Runs, type Said } from '../screen/model.ts';
import { WHEEL_ROWS } from '../transcript/scrolling.ts';
import { answer, beginReason, hold, leaveReason, moveOption, switchFocus, takeOption } from './answering.ts';
import { choose } from './choosing.ts';
import { openHelp } from './help.ts';
import { chosenBy } from './list.ts';
import { inList, pageOf } from './listing.ts';
import { withoutDialog } from './opening.ts';
import { openPalette } from './palette.ts';
import { keepChosen } from './settings-list.ts';

export const QUESTION_RUNS: Runs<QuestionCommand> = {
  'answer-yes': (model, chord) => said(model, 'yes', chord),
  'answer-always': (model, chord) => said(model, 'always', chord),
  'answer-no': (model, chord) => said(model, 'no', chord),
  'option-before': (model) => moveOption(model, -1),
  'option-after': (model) => moveOption(model, 1),
  'take-option': takeOption,
  'begin-reason': (model, chord) => beginReason(model) ?? typed(model, chord),
  'leave-reason': leaveReason,
  'switch-focus': switchFocus,
};

export const LIST_RUNS: Runs<ListCommand> = {
  'choice-up': (model) => chooseBy(model, -1),
  'choice-down': (model) => chooseBy(model, 1),
  'choices-up': (model) => chooseBy(model, -pageOf(model)),
  'choices-down': (model) => chooseBy(model, pageOf(model)),
  'wheel-choices-up': (model) => chooseBy(model, -WHEEL_ROWS),
  'wheel-choices-down': (model) => chooseBy(model, WHEEL_ROWS),
  'first-choice': (model) => chooseBy(model, Number.NEGATIVE_INFINITY),
  'last-choice': (model) => chooseBy(model, Number.POSITIVE_INFINITY),
  choose,
  'keep-choice': keepChosen,
};

export const DIALOGS_RUNS: Runs<DialogsCommand> = {
  'toggle-help': (model) => (model.dialog ? next(withoutDialog(model)) : openHelp(model)),
  palette: openPalette,
};

function chooseBy(model: Model, rows: number): Next {
  return inList(model, (list) => chosenBy(list, rows));
}

/** A letter may be the first of a word; Escape is none. */
function said(model: Model, what: Said, chord: string): Next {
  return chord === 'escape' ? answer(model, what) : (hold(model, what, chord) ?? typed(model, chord));
}
