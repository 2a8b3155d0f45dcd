/** The draft in the person's editor: how it goes there, and how it comes back. Pure. */
import { visible } from '@tagma/protocol';
import { isList } from '../dialogs/listing.ts';
import type { Edited } from '../screen/doors.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import type { ComposerAct } from './acts.ts';
import { wholeText } from './composer.ts';
import { appended, rewritten } from './edits.ts';

type EditDraft = Extract<ComposerAct, { type: 'edit-draft' }>;

/** Not what is looked for in a list, and not while a question has the keys. */
export function editDraft(model: Model): Next {
  if (isList(model.dialog) || model.focus === 'question') return next(model);
  const text = wholeText(model.composer);
  return next(model, { type: 'edit-draft', text, isAnswer: model.focus === 'words' });
}

/**
 * It takes the place of what was given to the editor. What has come into the draft meanwhile (a message that was taken back,
 * when the turn ended) stays above it; an answer whose question went away goes to the draft.
 */
export function draftEdited(model: Model, { text, isAnswer }: EditDraft, edited: Edited): Next {
  if (!edited.ok) return next({ ...model, notice: visible(edited.message.replace(/\s+/g, ' ')) });
  // An editor ends the last line; a draft does not, as a rule.
  const changed = text.endsWith('\n') ? edited.text : edited.text.replace(/\n$/, '');
  const place = model.focus === 'words' && !isAnswer ? 'aside' : 'composer';
  const now = wholeText(model[place]);
  const composer = now.endsWith(text)
    ? rewritten(model[place], now.slice(0, now.length - text.length) + changed)
    : appended(model[place], changed);
  return next({ ...model, [place]: composer });
}
