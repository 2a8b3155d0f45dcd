/** What the keys of the session and of its turn do. */
import { MODES } from '@tagma/core';
import { edited } from '../composer/commands.ts';
import { selectionOf } from '../composer/composer.ts';
import { clear, deleteRight } from '../composer/edits.ts';
import { withoutDialog } from '../dialogs/opening.ts';
import { escapeAtRest } from '../dialogs/rewinding.ts';
import type { TurnCommand } from '../keys/tables/turn.ts';
import { changeMode, pauseOrResume, steer, step } from './control.ts';
import { given, isBusy, type Model, type Next, next, type Runs, sending, takenBack } from './model.ts';
import { send } from './sending.ts';

export const TURN_RUNS: Runs<TurnCommand> = {
  send: (model) => send(model, steer),
  queue: (model) => send(model, given),
  interrupt,
  'clear-or-quit': clearOrQuit,
  'delete-or-quit': (model) =>
    model.composer.text === '' && !model.dialog
      ? next(model, { type: 'quit', interrupted: false })
      : edited(model, deleteRight),
  'cycle-mode': cycleMode,
  'take-back': takeBack,
  pause: pauseOrResume,
  step,
  redraw: (model) => next(model, { type: 'redraw' }),
  suspend: (model) => next(model, { type: 'suspend' }),
};

function interrupt(model: Model): Next {
  if (model.dialog) return next(withoutDialog(model));
  if (!isBusy(model)) return unselected(model) ?? escapeAtRest(model);
  return sending({ ...model, rewindNear: false }, { type: 'abort.requested', by: 'person' });
}

/** Nothing is selected any more; null where nothing was. */
function unselected(model: Model): Next | null {
  const { composer } = model;
  return selectionOf(composer) && next({ ...model, composer: { ...composer, anchor: null, streak: null } });
}

function clearOrQuit(model: Model): Next {
  if (model.dialog) return next(withoutDialog(model));
  const busy = isBusy(model);
  if (model.quitNear) return next(model, { type: 'quit', interrupted: busy || model.quitNear.interrupted });
  if (model.composer.text !== '')
    return next({ ...model, composer: clear(model.composer), quitNear: { interrupted: false } });
  const near = { ...model, quitNear: { interrupted: busy } };
  return busy ? sending(near, { type: 'abort.requested', by: 'person' }) : next(near);
}

function takeBack(model: Model): Next {
  const last = model.queue.at(-1);
  return last ? takenBack(model, last) : next(model);
}

/** Who goes round the modes passes those that allow what is asked about. */
function cycleMode(model: Model): Next {
  return changeMode(model, modeAfter(model));
}

function modeAfter({ status }: Model): (typeof MODES)[number] {
  return MODES[(MODES.indexOf(status.mode) + 1) % MODES.length] ?? 'default';
}
