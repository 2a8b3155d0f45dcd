/** The permission modes, to choose one: `/mode` without a name. With one it is that mode. */
import { MODES, type Mode } from '@tagma/core';
import { nearest } from '../keys/nearest.ts';
import { changeMode } from '../screen/control.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, listOf, withChosen } from './list.ts';
import { MODE_SAYS } from './mode-words.ts';
import { openDialog, withoutDialog } from './opening.ts';

const HINT = 'Rules go before the mode, and a deny list before both.';

export function toMode(model: Model, name: string): Next {
  if (name === '') return openModes(model);
  if (isMode(name)) return changeMode(model, name);
  const meant = nearest(name, MODES);
  const notice = `There is no mode ${name}${meant === null ? '.' : `; is ${meant} meant?`} /mode takes ${MODES.join(', ')}.`;
  return next({ ...model, notice });
}

export function takeMode(model: Model, _dialog: ListDialog, { id }: Choice): Next {
  return toMode(withoutDialog(model), id);
}

function openModes(model: Model): Next {
  const { mode } = model.status;
  const choices = MODES.map((each): Choice => ({ id: each, label: each, detail: MODE_SAYS[each] }));
  return openDialog(model, { kind: 'modes', list: withChosen(listOf(`modes: ${mode}`, HINT, choices), mode) });
}

function isMode(name: string): name is Mode {
  return (MODES as readonly string[]).includes(name);
}
