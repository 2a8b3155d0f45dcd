/** The list that is shown, if one is: how its keys reach it, and where it stands on the screen. */
import { transcriptColumns, transcriptHeight } from '../screen/areas.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { isLargeEnough } from '../screen/size.ts';
import type { Line } from '../text/line.ts';
import type { Dialog, ListDialog } from './dialog.ts';
import { type ChoiceList, chosenOf } from './list.ts';
import { listCaret, listLines } from './list-rows.ts';

export function isList(dialog: Dialog | null): dialog is ListDialog {
  return dialog !== null && 'list' in dialog;
}

/** Changes the list. Nobody chooses in what cannot be seen: a screen that is too small hides it. */
export function inList(model: Model, change: (list: ChoiceList) => ChoiceList): Next {
  const { dialog, size } = model;
  if (!isList(dialog) || !isLargeEnough(size)) return next(model);
  return lookedAt({ ...model, dialog: { ...dialog, list: change(dialog.list) } });
}

/** Of the session that is chosen now it is wanted what was done in it, where that is not known. */
export function lookedAt(model: Model): Next {
  const { dialog } = model;
  const file = dialog?.kind === 'sessions' ? chosenOf(dialog.list)?.id : undefined;
  if (dialog?.kind !== 'sessions' || file === undefined || file in dialog.outlines) return next(model);
  return next(model, { type: 'outline-session' });
}

export function listRows({ list }: ListDialog, model: Model, columns: number): readonly Line[] {
  return listLines(list, columns, transcriptHeight(model));
}

/** Rows of choices that are passed at once. */
export function pageOf({ size }: Model): number {
  return Math.max(1, Math.floor(size.rows / 2));
}

/** Where the caret stands in the query, from the first row of the screen; null where it stands nowhere. */
export function queryCaret(model: Model): { readonly row: number; readonly column: number } | null {
  if (!isList(model.dialog)) return null;
  return listCaret(model.dialog.list, transcriptColumns(model), transcriptHeight(model));
}
