/**
 * What the machine does with an event, and why: the way from state to state, and at each of them which ways were looked
 * at, in the order of the chart, what their conditions said, and which was gone. Pure, like the machine: for steppers,
 * and for whoever asks why a session went as it did.
 */
import { getMicrosteps } from 'xstate';
import { type Chart, type ChartState, type ChartTransition, chartOf, withoutHooks } from './chart.ts';
import type { Emitted } from './effects.ts';
import type { AgentEvent } from './events.ts';
import { machine } from './machine.ts';
import { emittedIn, type Snapshot, type StateName, stateOf } from './step.ts';

/** What an event did to the machine, one transition after the other. */
export type Explained = {
  /** In order. The last one's snapshot is what `step` gives. The first answers the event, and may have taken nothing. */
  readonly microsteps: readonly Microstep[];
  /** What was looked at in the state where it stopped, and did not hold. */
  readonly stayed: readonly Candidate[];
};

/** One transition, or none. */
export type Microstep = {
  readonly state: StateName;
  /** The event that is answered; null where the state is left at once. */
  readonly event: AgentEvent['type'] | null;
  /** In the order in which they are looked at: the state's own, then those of every state. */
  readonly candidates: readonly Candidate[];
  /** The one of them that was taken; null where no state takes the event. */
  readonly taken: Candidate | null;
  /** What the old state does when it is left, before what the transition does. */
  readonly exit: readonly string[];
  /** What the new state does when it is entered, after it. */
  readonly entry: readonly string[];
  readonly emitted: readonly Emitted[];
  /** After it. */
  readonly snapshot: Snapshot;
};

/** A transition that an event, or a state, had the choice of. */
export type Candidate = ChartTransition & {
  /** What its guard said, true where it has none; null where it was not looked at, for one before it was taken. */
  readonly verdict: boolean | null;
};

type Guard = (args: { readonly context: Snapshot['context']; readonly event: AgentEvent }) => boolean;

const chart = chartOf();
const unhooked = withoutHooks(chart);
const GUARDS = machine.implementations.guards as unknown as { readonly [name: string]: Guard };
/** A transition on it answers every event that has none of its own. */
const ANY = '*';

/**
 * What `step` does with this event, and why: each transition that is taken, and what else was looked at.
 * @throws only where `step` would: on a mistake in the machine itself, or an event that is none
 */
export function explain(snapshot: Snapshot, event: AgentEvent): Explained {
  const microsteps: Microstep[] = [];
  let before = snapshot;
  for (const [after, actions] of getMicrosteps(machine, snapshot, event)) {
    microsteps.push(microstep(before, event, microsteps.length === 0 ? event.type : null, after, emittedIn(actions)));
    before = after;
  }
  return { microsteps, stayed: judged(candidatesOf(before, null), before, event) };
}

function microstep(
  before: Snapshot,
  event: AgentEvent,
  answered: AgentEvent['type'] | null,
  snapshot: Snapshot,
  emitted: readonly Emitted[],
): Microstep {
  const state = stateOf(before);
  const candidates = before.status === 'active' ? judged(candidatesOf(before, answered), before, event) : [];
  const taken = candidates.find(({ verdict }) => verdict === true) ?? null;
  const isLeft = taken !== null && taken.target !== null && taken.target !== state;
  const exit = isLeft ? (inChart(state)?.exit ?? []) : [];
  const entry = isLeft ? (inChart(taken.target)?.entry ?? []) : [];
  return { state, event: answered, candidates, taken, exit, entry, emitted, snapshot };
}

/** The chart as the session has it: what hooks open is in it where it has any. */
export function chartIn({ context }: Snapshot): Chart {
  return context.session.settings.hooks === undefined ? unhooked : chart;
}

function inChart(state: string | null, { states } = chart): ChartState | undefined {
  return states.find(({ name }) => name === state);
}

/**
 * Up to the first that has no guard: nothing is ever looked at after it. What hooks alone open is nothing to whoever has none,
 * though the machine looks at that, too.
 */
function candidatesOf(snapshot: Snapshot, event: AgentEvent['type'] | null): readonly ChartTransition[] {
  const shown = chartIn(snapshot);
  const { everywhere } = shown;
  const own = inChart(stateOf(snapshot), shown)?.transitions ?? [];
  const all =
    event === null
      ? [...own, ...everywhere].filter((one) => one.event === null)
      : [own, everywhere].flatMap((some) => [
          ...some.filter((one) => one.event === event),
          ...some.filter((one) => one.event === ANY),
        ]);
  const sure = all.findIndex(({ guard }) => guard === null);
  return sure === -1 ? all : all.slice(0, sure + 1);
}

/** Looks at one after the other, until the first that holds. */
function judged(
  transitions: readonly ChartTransition[],
  { context }: Snapshot,
  event: AgentEvent,
): readonly Candidate[] {
  let isTaken = false;
  return transitions.map((transition) => {
    if (isTaken) return { ...transition, verdict: null };
    const { guard } = transition;
    const verdict = guard === null || guardNamed(guard)({ context, event });
    isTaken = verdict;
    return { ...transition, verdict };
  });
}

function guardNamed(name: string): Guard {
  const guard = GUARDS[name];
  if (!guard) throw new Error(`the chart has no guard ${name}`);
  return guard;
}
