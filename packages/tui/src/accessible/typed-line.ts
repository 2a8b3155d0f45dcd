/** What a line does that was typed: it answers the open question, chooses from the list, or is what a draft would be. Pure. */
import { BLANK_COMPOSER, composed } from '../composer/composer.ts';
import { answer, sendWords, shownAfterList, shownQuestion } from '../dialogs/answering.ts';
import { isNew, tooSoon } from '../dialogs/attention.ts';
import { choose } from '../dialogs/choosing.ts';
import type { ListDialog } from '../dialogs/dialog.ts';
import { foundIn, withChosen, withQuery } from '../dialogs/list.ts';
import { isList } from '../dialogs/listing.ts';
import { withoutDialog } from '../dialogs/opening.ts';
import { optionsOf } from '../dialogs/options.ts';
import { commandFor } from '../keys/key-table.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { runCommand } from '../screen/press.ts';
import type { Question } from '../transcript/answers.ts';

/** `text` may hold newlines, where several lines were pasted. */
export function typedLine(before: Model, text: string): Next {
  const shown = { ...before, notice: null, quitNear: null, rewindNear: false };
  // A dialog that nothing is chosen in has been read out.
  const model = isList(shown.dialog) ? shown : withoutDialog(shown);
  if (isList(model.dialog)) {
    if (isCommand(model.dialog, text)) return typedLine(shownAfterList(withoutDialog(model), model.now), text);
    const after = inList(model, model.dialog, text.trim());
    return after.model.dialog === null ? { ...after, model: shownAfterList(after.model, model.now) } : after;
  }
  const command = model.machine.held && commandFor(model.keys, text.trim(), ['stepping']);
  if (command) return runCommand(model, command);
  const question = model.transcript.question;
  if (question !== null && !text.startsWith('/')) return answered(model, question, text);
  if (text.trim() === '') return next(model);
  const [, undrawn] = /^\/(find|scrollback|theme|keys)(?:\s|$)/.exec(text) ?? [];
  if (undrawn) return next({ ...model, notice: UNDRAWN[undrawn] ?? null });
  const after = runCommand({ ...model, focus: 'draft', composer: composed(text) }, 'send');
  // What could not be sent stands on the terminal, to be copied.
  return { ...after, model: { ...after.model, composer: BLANK_COMPOSER } };
}

/** What these would do to a screen. */
const UNDRAWN: { readonly [command: string]: string } = {
  find: 'All that was said stands above: your terminal can find something in it.',
  scrollback: 'All that was said stands above.',
  theme: 'Nothing is drawn here: there is no theme.',
  keys: 'Lines are written here: /help says what can be written.',
};

/** A command closes the list, unless the list has what begins so: a file, say. */
function isCommand({ list }: ListDialog, text: string): boolean {
  return /^\/[a-z]/.test(text) && foundIn(withQuery(list, () => composed(text))).length === 0;
}

function inList(model: Model, dialog: ListDialog, text: string): Next {
  if (text === '') return next(withoutDialog(model));
  const { list } = dialog;
  const choice = /^\d+$/.test(text) ? foundIn(list)[Number(text) - 1] : undefined;
  if (choice) return choose({ ...model, dialog: { ...dialog, list: withChosen(list, choice.id) } });
  const found = withQuery(list, () => composed(text));
  if (foundIn(found).length === 0) return next({ ...model, notice: `Nothing is found by ${text}.` });
  return next({ ...model, dialog: { ...dialog, list: found } });
}

/** A number alone is an answer; words behind it are a reason, which only a no has. */
function answered(model: Model, question: Question, text: string): Next {
  if (shownQuestion(model) === null) return next({ ...model, notice: 'The plan is still being read.' });
  // It was on its way before the question was read out.
  if (isNew(model, model.now)) return tooSoon(model, model.now);
  if (question.type === 'question.ask')
    return text.trim() === '' ? next(model) : sendWords({ ...model, focus: 'words', composer: composed(text) });
  const [, number, reason = ''] = /^\s*(\d+)\s*([\s\S]*)$/.exec(text) ?? [];
  const option = optionsOf(question)[Number(number) - 1];
  const refused = next({ ...model, notice: `Write one of the numbers, 1 to ${optionsOf(question).length}.` });
  if (option === undefined) return refused;
  switch (option.does) {
    case 'reason':
      if (reason.trim() === '') return next({ ...model, notice: `Write the reason behind the ${number}.` });
      return answer(model, 'no', reason.trim());
    case 'no':
    case 'yes':
    case 'always':
      return reason.trim() === '' ? answer(model, option.does) : refused;
    default:
      return refused;
  }
}
