/** The machine's chart as an outline: read from the chart itself, with the state in which it stands marked. */
import type { Chart, ChartTransition } from '@tagma/core';
import { widthOf } from '../text/glyphs.ts';
import { type Line, line } from '../text/line.ts';

const ACTIVE = '▸ ';
const OTHER = '  ';
/** A transition on it answers every event that has none of its own: no event of that name comes. */
const ANY = '*';

/** All states, in the order of the chart, down and then to the right: as many columns of them as fit. */
export function outlineLines(chart: Chart, state: string, columns: number): readonly Line[] {
  const names = chart.states.map(({ name }) => name);
  const width = Math.max(...names.map(widthOf)) + widthOf(ACTIVE) + 1;
  const across = Math.max(1, Math.floor((columns + 1) / width));
  const down = Math.ceil(names.length / across);
  return Array.from({ length: down }, (_, row) => {
    const cells = names.filter((_name, index) => index % down === row);
    return cells.flatMap((name) => {
      const active = name === state;
      const text = (active ? ACTIVE : OTHER) + name;
      return line([text, active ? 'state-active' : 'muted'], [' '.repeat(width - widthOf(text)), 'text']);
    });
  });
}

/** What the state takes, and where each of that may lead. */
export function enabledLines(chart: Chart, state: string): readonly Line[] {
  const own = transitionsOf(chart, state);
  return eventsOf(own).map((event) => {
    const targets = new Set(own.filter((one) => one.event === event).map(({ target }) => target ?? 'stays'));
    return line([`  ${event ?? 'at once'}`, 'text'], [` → ${[...targets].join(', ')}`, 'muted']);
  });
}

/** What every state takes, but for what this one takes otherwise. */
export function everywhereLine(chart: Chart, state: string): Line {
  const own = eventsOf(transitionsOf(chart, state));
  return line([
    `  ${eventsOf(chart.everywhere)
      .filter((event) => !own.includes(event))
      .join(', ')}`,
    'muted',
  ]);
}

function transitionsOf({ states }: Chart, state: string): readonly ChartTransition[] {
  return states.find(({ name }) => name === state)?.transitions ?? [];
}

function eventsOf(transitions: readonly ChartTransition[]): readonly (string | null)[] {
  return [...new Set(transitions.map(({ event }) => event))].filter((event) => event !== ANY);
}
