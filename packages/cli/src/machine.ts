/** `tagma machine`: the agent's chart, printed from the machine itself. */
import { type Chart, type ChartTransition, chartOf } from '@tagma/core';
import { EXIT } from './exit.ts';
import { print } from './lines.ts';

const WRITERS = {
  text: textOf,
  mermaid: mermaidOf,
  dot: dotOf,
  json: (chart: Chart) => `${JSON.stringify(chart, null, 2)}\n`,
};

export async function machine({ format }: { readonly format: keyof typeof WRITERS }): Promise<number> {
  await print(WRITERS[format](chartOf()));
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
  const lines = states.flatMap(({ name, transitions, final }) => [
    ...arrowsOf(transitions).map(([target, label]) => `  ${name} --> ${target}: ${label}`),
    ...(final ? [`  ${name} --> [*]`] : []),
  ]);
  return ['stateDiagram-v2', `  [*] --> ${initial}`, ...lines, ''].join('\n');
}

function dotOf({ states }: Chart): string {
  const nodes = states.map(({ name, final }) => `  ${name} [shape=${final ? 'doublecircle' : 'box'}];`);
  const arrows = states.flatMap(({ name, transitions }) =>
    arrowsOf(transitions).map(([target, label]) => `  ${name} -> ${target} [label=${JSON.stringify(label)}];`),
  );
  return ['digraph tagma {', ...nodes, ...arrows, '}', ''].join('\n');
}

/** One arrow for each target, with all that leads there. */
function arrowsOf(transitions: readonly ChartTransition[]): readonly (readonly [target: string, label: string])[] {
  const labels = new Map<string, string[]>();
  for (const { event, guard, target } of transitions) {
    if (target === null) continue;
    const label = [event, guard === null || guard === 'isAnswer' ? null : `[${guard}]`].filter((one) => one !== null);
    labels.set(target, [...(labels.get(target) ?? []), label.join(' ') || 'else']);
  }
  return [...labels].map(([target, all]) => [target, [...new Set(all)].join(', ')]);
}
