/** `tagma machine`: the agent's chart, printed from the machine itself. */
import { type Chart, type ChartTransition, chartOf } from '@tagma/core';
import { arrowsFrom, arrowsIn } from './chart-arrows.ts';
import { mainWay } from './chart-main.ts';
import { EXIT } from './exit.ts';
import { print } from './lines.ts';

const WRITERS = {
  text: textOf,
  mermaid: mermaidOf,
  dot: dotOf,
  json: (chart: Chart) => `${JSON.stringify(chart, null, 2)}\n`,
  // The layout is worth its loading only here.
  svg: async (chart: Chart) => (await import('./chart-svg.ts')).svgOf(chart),
};

export type MachineOptions = {
  readonly format: keyof typeof WRITERS;
  /** The way of a turn alone. */
  readonly main?: true;
};

export async function machine({ format, main }: MachineOptions): Promise<number> {
  await print(await WRITERS[format](main ? mainWay(chartOf()) : chartOf()));
  return EXIT.done;
}

/** Each state with what it does and where it leads, in the order in which the machine asks. */
function textOf({ initial, states, everywhere }: Chart): string {
  const parts = states.map(({ name, entry, exit, transitions, final }) => {
    const marks = [...(name === initial ? ['first'] : []), ...(final ? ['last'] : [])];
    const head = `${name}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
    const does = entry.length > 0 ? [`  does ${entry.join(', ')}`] : [];
    const leaves = exit.length > 0 ? [`  when left, ${exit.join(', ')}`] : [];
    return [head, ...does, ...leaves, ...transitions.map(transitionText)];
  });
  parts.push(['in every state', ...everywhere.map(transitionText)]);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function transitionText({ event, guard, target, actions }: ChartTransition): string {
  const when = `${event ?? 'at once'}${guard === null ? '' : ` [${guard}]`}`;
  const does = actions.length > 0 ? ` / ${actions.join(', ')}` : '';
  return `  ${when}${target === null ? '' : ` → ${target}`}${does}`;
}

function mermaidOf({ initial, states }: Chart): string {
  const lines = states.flatMap((state) => [
    ...arrowsFrom(state).map(({ to, labels }) => `  ${state.name} --> ${to}: ${labels.join(', ')}`),
    ...(state.final ? [`  ${state.name} --> [*]`] : []),
  ]);
  return ['stateDiagram-v2', `  [*] --> ${initial}`, ...lines, ''].join('\n');
}

function dotOf(chart: Chart): string {
  const nodes = chart.states.map(({ name, final }) => `  ${name} [shape=${final ? 'doublecircle' : 'box'}];`);
  const arrows = arrowsIn(chart).map(
    ({ from, to, labels }) => `  ${from} -> ${to} [label=${JSON.stringify(labels.join(', '))}];`,
  );
  return ['digraph tagma {', ...nodes, ...arrows, '}', ''].join('\n');
}
