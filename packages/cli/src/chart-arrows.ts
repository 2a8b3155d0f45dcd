/** What is drawn of a chart between two states: one arrow, with all that leads along it. */
import type { Chart, ChartState, ChartTransition } from '@tagma/core';

export type Arrow = {
  readonly from: string;
  readonly to: string;
  /** What takes it there, each way once, in the order in which the machine asks. */
  readonly labels: readonly string[];
};

export function arrowsIn({ states }: Chart): readonly Arrow[] {
  return states.flatMap(arrowsFrom);
}

export function arrowsFrom({ name, transitions }: ChartState): readonly Arrow[] {
  const ways = new Map<string, Set<string>>();
  for (const transition of transitions) {
    const { target } = transition;
    if (target === null) continue;
    ways.set(target, (ways.get(target) ?? new Set()).add(labelOf(transition)));
  }
  return [...ways].map(([to, labels]) => ({ from: name, to, labels: [...labels] }));
}

/** An answer is always one to the request that waits: that goes without saying. */
function labelOf({ event, guard }: ChartTransition): string {
  const said = [event, guard === null || guard === 'isAnswer' ? null : `[${guard}]`].filter((one) => one !== null);
  return said.join(' ') || 'else';
}

export function labelled({ from, to, labels }: Arrow): string {
  return `${from} → ${to}: ${labels.join(', ')}`;
}
