/**
 * Back to before a prompt: the prompts are asked for, listed, and one is chosen. Pure. Whoever opened the screen finds them
 * (what comes of it is told by `promptsFound`), and makes the session that goes on from there.
 */

import type { FoundPrompts } from '../screen/doors.ts';
import { isBusy, type Model, type Next, next, TURN_RUNS } from '../screen/model.ts';

/** Escape while nothing runs and nothing is written: the second in a row lists the prompts. */
export function escapeAtRest(model: Model): Next {
  if (model.composer.text !== '') return next(model);
  return model.rewindNear ? beginRewind({ ...model, rewindNear: false }) : next({ ...model, rewindNear: true });
}

/** Nothing is rewound under a turn that runs. */
export function beginRewind(model: Model): Next {
  if (isBusy(model)) return next({ ...model, notice: `${TURN_RUNS}/rewind goes back.` });
  return next(model, { type: 'find-prompts' });
}

/** They are listed, unless the person has gone on meanwhile. */
export function promptsFound(model: Model, found: FoundPrompts): Next {
  if (!found.ok) return next({ ...model, notice: found.message });
  if (isBusy(model) || model.composer.text !== '') return next(model);
  if (found.points.length === 0) return next({ ...model, notice: 'There is no prompt to go back to.' });
  const dialog = { kind: 'rewind', points: found.points.toReversed(), chosen: 0 } as const;
  return next({ ...model, dialog, scroll: null });
}

/** So many prompts further down in the list, which goes back in time; no further than its ends. */
export function chooseBy(model: Model, rows: number): Next {
  const { dialog } = model;
  if (dialog?.kind !== 'rewind') return next(model);
  const chosen = Math.max(0, Math.min(dialog.chosen + rows, dialog.points.length - 1));
  return next({ ...model, dialog: { ...dialog, chosen } });
}

export function rewindToChosen(model: Model): Next {
  const point = model.dialog?.kind === 'rewind' ? model.dialog.points[model.dialog.chosen] : undefined;
  return point === undefined || isBusy(model) ? beginRewind(model) : next(model, { type: 'rewind', point });
}
