/** The chart as data, read from the machine itself: which states there are, and what takes it from one to the next. */
import { machine } from './machine.ts';
import { HOOK_GUARDS } from './wiring/hook-guards.ts';

/** The statechart as plain data, for drawing and for telling. */
export type Chart = {
  readonly initial: string;
  readonly states: readonly ChartState[];
  /** What every state takes that does not take it otherwise. */
  readonly everywhere: readonly ChartTransition[];
};

/** One state of the chart. */
export type ChartState = {
  readonly name: string;
  /** What is done when the state is entered, in order. */
  readonly entry: readonly string[];
  /** What is done when it is left, before what the transition does. */
  readonly exit: readonly string[];
  readonly transitions: readonly ChartTransition[];
  /** The session is over there. */
  readonly final: boolean;
};

/** One way out of a state, or one that stays in it. */
export type ChartTransition = {
  /** The event that it answers; null where the state is left at once. */
  readonly event: string | null;
  /** What must hold; null where nothing must. The first transition of an event whose guard holds is taken. */
  readonly guard: string | null;
  /** Null where the state stays. */
  readonly target: string | null;
  readonly actions: readonly string[];
};

type OneOrMore<T> = T | readonly T[];
type Written = string | { readonly guard?: unknown; readonly target?: unknown; readonly actions?: unknown };
type WrittenState = {
  readonly tags?: unknown;
  readonly entry?: unknown;
  readonly exit?: unknown;
  readonly always?: OneOrMore<Written>;
  readonly on?: { readonly [event: string]: OneOrMore<Written> };
};

/** The chart of the machine, read from its definition: the same at each call. */
export function chartOf(): Chart {
  const { initial, states = {}, on = {}, always } = machine.config;
  return {
    initial: String(initial),
    states: Object.entries(states).map(([name, state]) => stateOf(name, state as WrittenState)),
    everywhere: [
      ...onEvents(on as NonNullable<WrittenState['on']>),
      ...listed(always as WrittenState['always']).map((one) => transitionOf(null, one)),
    ],
  };
}

/** Only these answer hooks, and ask for them. */
const HOOK_EVENTS: ReadonlySet<string | null> = new Set(['hook.ended', 'operation.requested']);

/** Without the ways that hooks alone open: as a session has it in which there are none. All states stay. */
export function withoutHooks(chart: Chart): Chart {
  const kept = (transitions: readonly ChartTransition[]) =>
    transitions.filter(({ event, guard }) => !HOOK_EVENTS.has(event) && !HOOK_GUARDS.has(guard));
  const states = chart.states.map((state) => ({ ...state, transitions: kept(state.transitions) }));
  return { ...chart, states, everywhere: kept(chart.everywhere) };
}

function stateOf(name: string, { tags, entry, exit, always, on = {} }: WrittenState): ChartState {
  const transitions = [...listed(always).map((one) => transitionOf(null, one)), ...onEvents(on)];
  return { name, entry: namesOf(entry), exit: namesOf(exit), transitions, final: tags === 'end' };
}

function onEvents(on: NonNullable<WrittenState['on']>): readonly ChartTransition[] {
  return Object.entries(on).flatMap(([event, written]) => listed(written).map((one) => transitionOf(event, one)));
}

function transitionOf(event: string | null, written: Written): ChartTransition {
  const { guard, target, actions } = typeof written === 'string' ? { target: written } : written;
  return {
    event,
    guard: guard === undefined ? null : String(guard),
    // One for every state names it from the root.
    target: target === undefined ? null : String(target).replace(/^\./, ''),
    actions: namesOf(actions),
  };
}

function namesOf(written: unknown): readonly string[] {
  return written === undefined ? [] : [written].flat().map(String);
}

function listed<T>(value: OneOrMore<T> | undefined): readonly T[] {
  return value === undefined ? [] : ([value].flat() as readonly T[]);
}
