/** The names of states and events, from the chart itself. */
import { chartOf } from '@tagma/core';

/** Of these the chart knows nothing: no state takes them. */
const WITHOUT_STATE = ['event.dropped', 'hook.failed'];

const chart = chartOf();

export const STATES: readonly string[] = chart.states.map(({ name }) => name);
export const EVENTS: readonly string[] = [
  ...new Set([
    ...[...chart.states.flatMap((state) => state.transitions), ...chart.everywhere].flatMap(eventOf),
    ...WITHOUT_STATE,
  ]),
];

function eventOf({ event }: { readonly event: string | null }): readonly string[] {
  return event === null || event === '*' ? [] : [event];
}
