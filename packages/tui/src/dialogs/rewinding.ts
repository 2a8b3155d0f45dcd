/**
 * Back to before a prompt: the prompts are asked for, listed, and one is chosen. Pure. Whoever opened the screen finds them
 * (what comes of it is told by `promptsFound`), and makes the session that goes on from there.
 */
import type { ForkPoint } from '@tagma/history';
import type { FoundPrompts } from '../screen/doors.ts';
import { afterTurn, isBusy, type Model, type Next, next } from '../screen/model.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, type ChoiceList, listOf } from './list.ts';
import { openDialog } from './opening.ts';

const TITLE = 'rewind to before a prompt';
const HINT =
  'A copy of this session up to there goes on; this one ends, and is kept. Files stay as they are now: /undo turn takes ' +
  'back what the last turn changed, before or afterwards.';

/** Escape while nothing runs and nothing is written: the second in a row lists the prompts. */
export function escapeAtRest(model: Model): Next {
  if (model.composer.text !== '') return next(model);
  return model.rewindNear ? beginRewind({ ...model, rewindNear: false }) : next({ ...model, rewindNear: true });
}

/** Nothing is rewound under a turn that runs. */
export function beginRewind(model: Model): Next {
  if (isBusy(model)) return next({ ...model, notice: afterTurn(model, '/rewind goes back.') });
  return next(model, { type: 'find-prompts' });
}

/** They are listed, unless the person has gone on meanwhile. */
export function promptsFound(model: Model, found: FoundPrompts): Next {
  if (!found.ok) return next({ ...model, notice: found.message });
  if (isBusy(model) || model.composer.text !== '') return next(model);
  if (found.points.length === 0) return next({ ...model, notice: 'There is no prompt to go back to.' });
  const points = found.points.toReversed();
  return openDialog(model, { kind: 'rewind', points, list: listed(points) });
}

export function rewindToChosen(
  model: Model,
  { points }: Extract<ListDialog, { kind: 'rewind' }>,
  { id }: Choice,
): Next {
  const point = points.find(({ prompt }) => String(prompt) === id);
  return point === undefined || isBusy(model) ? beginRewind(model) : next(model, { type: 'rewind', point });
}

/** The newest stands first. */
function listed(points: readonly ForkPoint[]): ChoiceList {
  const digits = `${points[0]?.prompt ?? ''}`.length;
  const choices = points.map(({ prompt, text }) => ({
    id: String(prompt),
    label: `${String(prompt).padStart(digits)}  ${text.trim()}`,
  }));
  return listOf(TITLE, HINT, choices);
}
