/** What the screen shows of the machine beside its state: the pane, and step mode. A part of the model, as a plain value. */
import type { Snapshot, Update } from '@tagma/core';
import { type Held, heldFrom } from './held.ts';
import type { Breakpoint, SteppingState } from './stepping.ts';
import { opened, startWatch, type Watch, watched } from './watch.ts';

export type Machine = {
  /** Whether the pane is open. */
  readonly open: boolean;
  /** Rows of the pane above its first that is shown. */
  readonly scroll: number;
  readonly watch: Watch;
  /** Whether each event is held. */
  readonly holding: boolean;
  readonly held: Held | null;
  /** While an event is held: the person writes, and letters are no commands. */
  readonly writing: boolean;
  readonly breakpoints: readonly Breakpoint[];
};

/** @param snapshot where the session stands; null where that is not known */
export function startMachine(snapshot: Snapshot | null): Machine {
  return {
    open: false,
    scroll: 0,
    watch: startWatch(snapshot),
    holding: false,
    held: null,
    writing: false,
    breakpoints: [],
  };
}

export function machineTold(machine: Machine, update: Extract<Update, { readonly kind: 'step' }>, at: number): Machine {
  return { ...machine, watch: watched(machine.watch, update, at, machine.open) };
}

export function steppingTold(machine: Machine, state: SteppingState, at: number): Machine {
  const held = heldFrom(state, machine.held, at);
  // Who has begun to write before it came goes on.
  const writing = machine.writing && (machine.held === null || held?.event === machine.held.event);
  return { ...machine, holding: state.holding, breakpoints: state.breakpoints, held, writing };
}

export function toggled(machine: Machine): Machine {
  const open = !machine.open;
  return { ...machine, open, scroll: 0, watch: open ? opened(machine.watch) : { ...machine.watch, verdicts: null } };
}
