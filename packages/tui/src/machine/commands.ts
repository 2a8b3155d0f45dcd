/** What the keys of the machine pane and of step mode do, and the commands behind a slash that are about them. */
import { NEW_MS } from '../dialogs/attention.ts';
import type { Where } from '../keys/binding.ts';
import { shownKey } from '../keys/shown-key.ts';
import type { MachineCommand } from '../keys/tables/machine.ts';
import { transcriptHeight } from '../screen/areas.ts';
import { type Act, type Model, type Next, next, type Runs, type TypedRun } from '../screen/model.ts';
import { isLargeEnough } from '../screen/size.ts';
import type { Mouse } from '../terminal/input.ts';
import { scrolledBy, WHEEL_ROWS } from '../transcript/scrolling.ts';
import { besideColumns, isAwaited, isInPlace, isOverPane, scrollMax } from './area.ts';
import { editedInDraft } from './editing.ts';
import { editedText, type Held, isSmall } from './held.ts';
import { toggled } from './machine.ts';

const LET_GO: Act = { type: 'hold-events', on: false };

export const MACHINE_RUNS: Runs<MachineCommand> = {
  machine: toggleMachine,
  hold: toggleStepping,
  'machine-up': (model) => paneScrolled(model, 1 - transcriptHeight(model)),
  'machine-down': (model) => paneScrolled(model, transcriptHeight(model) - 1),
  'machine-wheel-up': (model) => paneScrolled(model, -WHEEL_ROWS),
  'machine-wheel-down': (model) => paneScrolled(model, WHEEL_ROWS),
  // While none is held yet it does nothing: it is no letter of a text either.
  // Held down, it runs through the events that are held one by one, and stops at a breakpoint.
  'held-next': (model) => onHeld(model, ({ at }) => at !== null, { type: 'pass-event' }),
  'held-continue': (model) => (model.machine.held ? onHeld(model, () => true, LET_GO) : next(model, LET_GO)),
  'held-edit': editHeld,
  'held-revert': (model) => onHeld(model, () => false, { type: 'change-event', text: null }),
  'held-drop': (model) => onHeld(model, () => true, { type: 'drop-event' }),
  'held-break': breakAtHeld,
  'held-write': (model) => next({ ...model, machine: { ...model.machine, writing: !model.machine.writing } }),
};

/** `/break` lists them, `/break acting` sets one, `/break remove 2` takes the second one back. */
export const breakAt: TypedRun = (model, wanted) => {
  const { breakpoints } = model.machine;
  if (wanted === '') {
    const all = breakpoints.map(({ number, kind, name }) => `${number}: ${kind} ${name}`).join(', ');
    const none =
      'There are no breakpoints. /break acting stops where that state is entered, /break tool.ended at that event.';
    return next({
      ...model,
      notice: all === '' ? none : `Breakpoints: ${all}. /break remove 1 takes the first one back.`,
    });
  }
  const [, number] = /^remove\s+(\d+)$/.exec(wanted) ?? [];
  if (number === undefined) return next(model, { type: 'add-breakpoint', name: wanted });
  return next(model, { type: 'remove-breakpoint', number: Number(number) });
};

/** `/edit outcome.content all is well`, or `/edit` and the event as JSON. */
export const editTo: TypedRun = (model, text) => {
  if (model.machine.held === null)
    return next({ ...model, notice: `No event is held. ${shownKey(model.keys, 'hold')} holds each event.` });
  const notice = '/edit takes a field and its value, or the event as JSON: /edit text do it now';
  return text === '' ? next({ ...model, notice }) : next(model, { type: 'change-event', text });
};

const POINTED: readonly Where[] = ['pointed'];
const IN_PLACE: readonly Where[] = ['machine'];

/** Where keys are looked up for the pane and for the event that is held: none where the person writes. */
export function machinePlaces(model: Model, mouse: Mouse | null = null): readonly Where[] {
  const { held, writing } = model.machine;
  const pane = [...(mouse && isOverPane(model, mouse) ? POINTED : []), ...(isInPlace(model) ? IN_PLACE : [])];
  const isWritten = model.composer.text !== '' || model.dialog !== null;
  if (isWritten || (held === null && !writing && !isAwaited(model))) return pane;
  return writing ? ['held', ...pane] : ['stepping', 'held', ...pane];
}

/** Whether keys are for the event that is held, and not for a question: what is asked is answered when that has been told. */
export function isStepping(model: Model): boolean {
  return machinePlaces(model).includes('stepping');
}

function toggleMachine(model: Model): Next {
  const shown = { ...model, machine: toggled(model.machine) };
  // Its rows are of another width now: what was at the bottom of the view stays there, as far as it can.
  return next(model.scroll && isLargeEnough(model.size) ? scrolledBy(shown, 0) : shown);
}

function toggleStepping(model: Model): Next {
  return next(model, { type: 'hold-events', on: !model.machine.holding });
}

/** In the draft where that is small, else in the editor. */
function editHeld(model: Model): Next {
  const { held } = model.machine;
  if (held === null) return next(model);
  const text = editedText(held);
  if (!isSmall(text)) return onHeld(model, () => true, { type: 'edit-event', text });
  const { acts, model: seen } = onHeld(model, () => true);
  return seen.notice === null ? next(editedInDraft(seen, text), ...acts) : next(seen);
}

/** @param mustBeRead whether it is too soon for this while the event is new */
function onHeld(model: Model, mustBeRead: (held: Held) => boolean, ...acts: readonly Act[]): Next {
  const { machine, now } = model;
  const { held } = machine;
  if (held === null) return next(model);
  if (!mustBeRead(held) || now - held.since >= NEW_MS) return next(model, ...acts);
  // Whoever goes on pressing is not reading.
  const again = { ...machine, held: { ...held, since: now } };
  return next({ ...model, machine: again, notice: 'A new event is held: read it first.' });
}

function breakAtHeld(model: Model): Next {
  const { held, breakpoints } = model.machine;
  if (held === null) return next(model);
  const { type } = held.event;
  const there = breakpoints.find(({ kind, name }) => kind === 'event' && name === type);
  const act: Act = there ? { type: 'remove-breakpoint', number: there.number } : { type: 'add-breakpoint', name: type };
  return next(model, act);
}

function paneScrolled(model: Model, rows: number): Next {
  if (besideColumns(model) === 0 && !isInPlace(model)) return next(model);
  const max = scrollMax(model, transcriptHeight(model));
  const scroll = Math.max(0, Math.min(max, Math.min(max, model.machine.scroll) + rows));
  return next({ ...model, machine: { ...model.machine, scroll } });
}
