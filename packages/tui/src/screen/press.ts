/** What a key does. Pure: a model and an input to the next model and to what is to be done. */
import { COMPOSER_RUNS } from '../composer/commands.ts';
import { completionOf } from '../composer/completion.ts';
import { MENU_RUNS } from '../composer/menu-commands.ts';
import { pasted, typed } from '../composer/typing.ts';
import { questionPlaces, released, shownAfterList } from '../dialogs/answering.ts';
import { isTooSoon, newAgain, tooSoon } from '../dialogs/attention.ts';
import { DIALOGS_RUNS, LIST_RUNS, QUESTION_RUNS } from '../dialogs/commands.ts';
import { dialogPlace } from '../dialogs/dialogs.ts';
import { isList } from '../dialogs/listing.ts';
import type { Where } from '../keys/binding.ts';
import { type Command, commandFor } from '../keys/key-table.ts';
import { isStepping, MACHINE_RUNS, machinePlaces } from '../machine/commands.ts';
import { click } from '../mouse/click.ts';
import type { Input, Key, Mouse, Paste, Reported, Text } from '../terminal/input.ts';
import type { Size } from '../text/cells.ts';
import { lookAfter } from '../theme/look.ts';
import { chosenBlock } from '../transcript/choosing.ts';
import { TRANSCRIPT_RUNS } from '../transcript/commands.ts';
import { scrolledBy } from '../transcript/scrolling.ts';
import { type Act, type Model, type Next, next, type Runs } from './model.ts';
import { isLargeEnough } from './size.ts';
import { TURN_RUNS } from './turn-commands.ts';

const RUNS: Runs<Command> = {
  ...QUESTION_RUNS,
  ...LIST_RUNS,
  ...DIALOGS_RUNS,
  ...MACHINE_RUNS,
  ...TURN_RUNS,
  ...TRANSCRIPT_RUNS,
  ...COMPOSER_RUNS,
  ...MENU_RUNS,
  click,
};

/** `at`, in ms, on the clock of `told`. */
export function press(before: Model, input: Input, at: number): Next {
  const model = { ...pointed(before, input), now: at };
  if (input.kind === 'report') return reported(model, input.report);
  if (input.kind === 'focus') return next({ ...model, focused: input.focused });
  // What the mouse does and nothing is bound to, is nothing.
  if (input.kind === 'mouse' && commandFor(model.keys, input.chord, places(model, input)) === null) return next(model);
  const after = pressed({ ...model, touched: at }, input, at);
  const isClosed = isList(model.dialog) && after.model.dialog === null;
  return isClosed ? { ...after, model: shownAfterList(after.model, at) } : after;
}

function pointed(model: Model, input: Input): Model {
  if (input.kind !== 'mouse') return model;
  const { row, column } = input;
  return { ...model, pointer: { ...model.pointer, row, column } };
}

type Pressed = Key | Text | Paste | Mouse;

function pressed(model: Model, input: Pressed, at: number): Next {
  if (model.held !== null) return pressAfter(model, model.held.key, input, at);
  // What a key pressed twice does is asked for by the same key only.
  const again = input.kind === 'key' ? commandFor(model.keys, input.chord, places(model, input)) : null;
  const quitNear = again === 'clear-or-quit' ? model.quitNear : null;
  const rewindNear = again === 'interrupt' && model.rewindNear;
  const calm = { ...model, quitNear, rewindNear, notice: null };
  if (input.kind === 'paste') return pasted(calm, input.text);
  if (input.kind !== 'text') {
    const command = commandFor(calm.keys, input.chord, places(calm, input));
    return command ? taken(calm, command, input.chord, at) : next(calm);
  }
  // A single sign may be bound; a longer text was typed ahead, and answers nothing.
  const command = [...input.text].length === 1 ? commandFor(calm.keys, input.text, places(calm, input)) : null;
  return command ? taken(calm, command, input.text, at) : typed(calm, input.text);
}

/** Text right behind a key that is held makes it the beginning of that text; any other key leaves it an answer. */
function pressAfter(model: Model, held: string, input: Pressed, at: number): Next {
  if (input.kind === 'text' || input.kind === 'paste') return typed({ ...model, held: null }, held + input.text);
  const first = released(model);
  const second = press(first.model, input, at);
  return { model: second.model, acts: [...first.acts, ...second.acts] };
}

/** What the terminal says of itself. */
function reported(model: Model, report: Reported): Next {
  const asked: readonly Act[] = report.type === 'appearance-changed' ? [{ type: 'ask-colours' }] : [];
  return next({ ...model, look: lookAfter(model.look, report) }, ...asked);
}

function taken(model: Model, command: Command, chord: string, at: number): Next {
  return isTooSoon(model, command, at) ? tooSoon(model, at) : RUNS[command](model, chord);
}

/** Does what a key would do, without that key. */
export function runCommand(model: Model, command: Command): Next {
  return RUNS[command](model, '');
}

/** The terminal has another size: what was at the bottom of the view stays there, as far as it can. `at`, in ms: now. */
export function resized(model: Model, size: Size, at: number): Model {
  const next = { ...(isLargeEnough(model.size) ? model : newAgain(model, at)), size };
  return model.scroll && isLargeEnough(size) ? scrolledBy(next, 0) : next;
}

function places(model: Model, input: Pressed): readonly Where[] {
  // What is typed at a list is looked for in it.
  const blank: readonly Where[] = model.composer.text === '' && !isList(model.dialog) ? ['blank'] : [];
  const menu: readonly Where[] = isLargeEnough(model.size) && completionOf(model)?.entries ? ['menu'] : [];
  const question = isStepping(model) ? [] : questionPlaces(model);
  if (model.search) return ['search', 'anywhere'];
  const block: readonly Where[] = blank.length > 0 && chosenBlock(model) !== null ? ['block'] : [];
  const mouse = input.kind === 'mouse' ? input : null;
  return [...menu, ...machinePlaces(model, mouse), ...question, ...dialogPlaces(model), ...block, ...blank, 'anywhere'];
}

/** Nobody chooses in what cannot be seen: a screen that is too small hides it. */
function dialogPlaces({ dialog, size }: Model): readonly Where[] {
  const place = dialog && isLargeEnough(size) ? dialogPlace(dialog) : null;
  return place === null ? [] : [place];
}
