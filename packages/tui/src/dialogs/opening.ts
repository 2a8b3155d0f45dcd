/** How a dialog is opened and closed. Pure. */
import { composed } from '../composer/composer.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { scrolledBy } from '../transcript/scrolling.ts';
import type { Dialog } from './dialog.ts';

/** From its first row. */
function withDialog(model: Model, dialog: Dialog): Model {
  return scrolledBy({ ...model, dialog, scroll: null }, Number.NEGATIVE_INFINITY);
}

export function withoutDialog(model: Model): Model {
  return model.dialog ? { ...model, dialog: null, scroll: null } : model;
}

export function openDialog(model: Model, dialog: Dialog): Next {
  return next(withDialog(model, dialog));
}

/** No dialog, and the command in the draft, to be sent by who wants it. What is written there already is not lost. */
export function drafted(model: Model, command: string): Next {
  const closed = withoutDialog(model);
  if (model.composer.text === '') return next({ ...closed, composer: composed(command) });
  return next({ ...closed, notice: `Your draft is in the way: send it, then ${command.trim()}.` });
}
