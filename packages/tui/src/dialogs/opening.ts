/** How a dialog is opened and closed. Pure. */
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
