/**
 * What a click does: on a block, a row of a list or an answer it chooses that; on what is chosen already it does what Enter
 * would. A question that has only just appeared is not answered, for nobody has aimed at it. Pure.
 */
import { caretAt } from '../composer/area.ts';
import { entryPointed, isChosenEntry } from '../composer/menu-commands.ts';
import { written } from '../composer/wanting.ts';
import { optionPointed, switchFocus } from '../dialogs/answering.ts';
import { choicePointed, isChosenChoice } from '../dialogs/choosing.ts';
import { optionAt } from '../dialogs/options.ts';
import { done } from '../dialogs/palette.ts';
import { isStepping } from '../machine/commands.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { blockPointed, chosenBlock } from '../transcript/choosing.ts';
import { searchLeft } from '../transcript/searching.ts';
import { type Hit, hitAt } from './hit.ts';

/** Two clicks in one row that are no further apart are one double click. */
const DOUBLE_MS = 400;

/** At the pointer. */
export function click(model: Model): Next {
  const hit = hitAt(model, model.pointer);
  return hit === null ? next(model) : once(model, hit);
}

/** What the first press of a double click has done, the second does not do again: what is there by then was not aimed at. */
export function once(before: Model, hit: Hit): Next {
  const { pointer, now } = before;
  if (pointer.done?.row === pointer.row && now - pointer.done.at < DOUBLE_MS) return next(before);
  const does = !isChosenFirst(before, hit);
  const { model, acts } = clicked(before, hit);
  return { model: { ...model, pointer: { ...pointer, done: does ? { row: pointer.row, at: now } : null } }, acts };
}

/** Whether it is chosen by a click, and another one does something. */
function isChosenFirst(model: Model, hit: Hit): boolean {
  switch (hit.kind) {
    case 'choice':
      return !isChosenChoice(model, hit.at);
    case 'entry':
      return !isChosenEntry(model, hit.at);
    case 'option':
      return optionAt(model) !== hit.at;
    case 'block':
      return hit.block === null || chosenBlock(model) !== hit.block;
    case 'draft':
      return true;
    default:
      return false;
  }
}

function clicked(model: Model, hit: Hit): Next {
  switch (hit.kind) {
    case 'choice':
      return choicePointed(model, hit);
    case 'entry':
      return entryPointed(model, hit);
    case 'option':
      return isStepping(model) ? next(model) : optionPointed(model, hit.at);
    case 'run':
      return done(model, hit.does);
    case 'link':
      return next(model, { type: 'copy', text: hit.address, what: hit.address });
    case 'block':
      return next(blockPointed(searchLeft(model), hit.block));
    case 'draft':
      return draftPointed(model, hit.row, hit.column);
  }
}

/** Whoever points there wants to write. */
function draftPointed(before: Model, row: number, column: number): Next {
  const { model } = before.focus === 'question' ? switchFocus(before) : next(before);
  const machine = isStepping(model) ? { ...model.machine, writing: true } : model.machine;
  return written({ ...model, machine, composer: caretAt(model, row, column) });
}
