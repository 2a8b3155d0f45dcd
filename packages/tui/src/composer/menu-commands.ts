/** What the keys of the menu do. */
import type { MenuCommand } from '../keys/tables/menu.ts';
import { steer } from '../screen/control.ts';
import { type Model, type Next, next, type Runs } from '../screen/model.ts';
import { send } from '../screen/sending.ts';
import { type Completion, chosenIn, completed, completionOf, keptIn } from './completion.ts';
import { withWriting, written } from './wanting.ts';

export const MENU_RUNS: Runs<MenuCommand> = {
  'menu-up': (model) => chosenBy(model, -1),
  'menu-down': (model) => chosenBy(model, 1),
  'menu-complete': complete,
  'menu-enter': enter,
  'menu-close': close,
};

/** Chooses an entry; the one that is chosen already is written. */
export function entryPointed(model: Model, { at, first }: { readonly at: number; readonly first: number }): Next {
  return isChosenEntry(model, at) ? complete(model) : chosen(model, at, first);
}

export function isChosenEntry(model: Model, at: number): boolean {
  return chosenIn(model) === at;
}

/** From the last to the first, and the other way round. */
function chosenBy(model: Model, rows: number): Next {
  const count = completionOf(model)?.entries?.length ?? 0;
  if (count === 0) return next(model);
  return chosen(model, (chosenIn(model) + rows + count) % count, keptIn(model));
}

/** @param kept the first entry that is shown, where it is not to move */
function chosen(model: Model, at: number, kept: number | null): Next {
  return next(withWriting(model, { menu: { ...model.writing.menu, of: model.composer, chosen: at, kept } }));
}

function complete(model: Model): Next {
  const completion = completionOf(model);
  const entry = completion?.entries?.[chosenIn(model)];
  if (!completion || !entry) return next(model);
  return written({ ...model, composer: completed(model.composer, completion, entry) });
}

/** Who has written it all, or nothing that would tell which one is meant, wants to send. */
function enter(model: Model): Next {
  const completion = completionOf(model);
  return completion && isMeant(model, completion) ? complete(model) : send(model, steer);
}

function isMeant(model: Model, { kind, from, to, query, entries }: Completion): boolean {
  const isChosen = model.writing.menu.of === model.composer;
  if (model.composer.text.slice(from, to) === entries?.[chosenIn(model)]?.text) return false;
  // What a command takes may also be something that is not known here.
  return isChosen || kind === 'command' || (kind === 'file' && query !== '');
}

function close(model: Model): Next {
  const closedAt = completionOf(model)?.from ?? null;
  return next(withWriting(model, { menu: { ...model.writing.menu, closedAt } }));
}
