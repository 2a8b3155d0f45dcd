/** What choosing does, in each kind of list. */
import { type Model, type Next, next } from '../screen/model.ts';
import type { ListDialog } from './dialog.ts';
import { closeHelp } from './help.ts';
import { type Choice, chosenOf, withPointed } from './list.ts';
import { inList, isList } from './listing.ts';
import { takeModel } from './models-list.ts';
import { takeMode } from './modes-list.ts';
import { runChosen } from './palette.ts';
import { draftRemoval } from './permissions.ts';
import { takeProvider } from './providers-list.ts';
import { rewindToChosen } from './rewinding.ts';
import { openChosen } from './sessions-list.ts';
import { changeSetting } from './settings-list.ts';
import { takeTheme } from './themes-list.ts';
import { closeTools } from './tools-list.ts';

type Choose<D extends ListDialog> = (model: Model, dialog: D, choice: Choice) => Next;

const CHOOSE: { readonly [K in ListDialog['kind']]: Choose<Extract<ListDialog, { kind: K }>> } = {
  keys: closeHelp,
  palette: runChosen,
  permissions: draftRemoval,
  modes: takeMode,
  tools: closeTools,
  providers: takeProvider,
  rewind: rewindToChosen,
  models: takeModel,
  themes: takeTheme,
  settings: changeSetting,
  sessions: openChosen,
};

/** Nothing, where nothing is found. */
export function choose(model: Model): Next {
  const { dialog } = model;
  const choice = isList(dialog) ? chosenOf(dialog.list) : null;
  if (!isList(dialog) || choice === null) return next(model);
  // The compiler does not see that a dialog belongs to the entry of its own kind.
  return (CHOOSE[dialog.kind] as Choose<ListDialog>)(model, dialog, choice);
}

/** Chooses one; the one that is chosen already is taken. */
export function choicePointed(model: Model, { at, first }: { readonly at: number; readonly first: number }): Next {
  return isChosenChoice(model, at) ? choose(model) : inList(model, (list) => withPointed(list, at, first));
}

export function isChosenChoice({ dialog }: Model, at: number): boolean {
  return isList(dialog) && dialog.list.chosen === at;
}
