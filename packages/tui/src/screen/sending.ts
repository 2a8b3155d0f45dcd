/** What Enter does with what is written: it answers, it is a command, or it goes to the model. Pure. */
import { edited } from '../composer/commands.ts';
import { blankAfter, insert, wholeText } from '../composer/composer.ts';
import { deleteLeft } from '../composer/edits.ts';
import { remembered } from '../composer/prompts.ts';
import { sendWords } from '../dialogs/answering.ts';
import { isList } from '../dialogs/listing.ts';
import { withoutDialog } from '../dialogs/opening.ts';
import { readTyped } from '../keys/read-typed.ts';
import { runCommand } from './control.ts';
import { afterTurn, isBusy, type Model, type Next, next } from './model.ts';
import { TYPED_RUNS } from './typed-runs.ts';

/**
 * A backslash right before the caret makes Enter break the line: every terminal can send that.
 * @param say how a text goes to the model
 */
export function send(model: Model, say: (model: Model, text: string) => Next): Next {
  if (model.focus === 'question' || isList(model.dialog)) return next(model);
  const { composer } = model;
  const { text, caret } = composer;
  if (text[caret - 1] === '\\') return edited(model, (draft) => insert(deleteLeft(draft), '\n'));
  if (text.trim() === '') return next(model);
  if (model.focus === 'words') return sendWords(model);
  // A chip is no command, whatever was pasted.
  const whole = (part: string) => wholeText({ ...composer, text: part });
  const read = readTyped(text, model.writing.commands.found ?? []);
  if (read.kind === 'problem') return next({ ...model, notice: read.message });
  if (read.kind === 'shell' && isBusy(model)) return next({ ...model, notice: afterTurn(model, '!COMMAND runs it.') });
  const sent = remembered({ ...withoutDialog(model), composer: blankAfter(composer) }, composer);
  if (read.kind === 'shell') return runCommand(sent, whole(read.command));
  return read.kind === 'text' ? say(sent, whole(read.text)) : TYPED_RUNS[read.name](sent, whole(read.rest));
}
