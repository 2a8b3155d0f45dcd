/** What outlives the session that is shown: how the person has set the screen. Pure. */
import { toggled } from '../machine/machine.ts';
import { FOLDED } from '../transcript/folding.ts';
import type { Model } from './model.ts';
import type { Settings } from './settings.ts';

/** Set so from the beginning. */
export function settled(model: Model, settings: Settings): Model {
  const { openTools: tools, openThoughts: thoughts } = settings;
  return { ...model, settings, folding: { ...FOLDED, tools, thoughts } };
}

/** @param fresh the model of the session that takes the place of the one in `before` */
export function carriedOver(fresh: Model, { keys, look, settings, focused, touched, machine }: Model): Model {
  const model = { ...settled(fresh, settings), keys, look, focused, touched };
  return machine.open ? { ...model, machine: toggled(model.machine) } : model;
}
