/** The chart of one turn, and no more: what a picture of all states is too small for. */
import type { Chart } from '@tagma/core';

/** The way of a turn that nobody stops, and that nothing but a question, a call and a reply to be mended lies on. */
const MAIN_STATES: readonly string[] = [
  ...['unstarted', 'idle', 'preparing', 'thinking', 'reading', 'correcting', 'choosing'],
  ...['deciding', 'permission', 'acting', 'observing', 'finished'],
];

/** @returns the same chart with these states alone, and the ways between them */
export function mainWay({ initial, states }: Chart): Chart {
  const isMain = (name: string | null) => name === null || MAIN_STATES.includes(name);
  const kept = states
    .filter(({ name }) => isMain(name))
    .map((state) => ({ ...state, transitions: state.transitions.filter(({ target }) => isMain(target)) }));
  return { initial, states: kept, everywhere: [] };
}
