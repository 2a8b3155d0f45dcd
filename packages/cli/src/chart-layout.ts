/**
 * Where the states and arrows of a chart stand on the page: in layers, as dagre works them out. An arrow's label takes part
 * in it with its size, so that no label lies on a box. The same chart always stands the same way.
 */
import { Graph, layout } from '@dagrejs/dagre';
import type { Chart, ChartState } from '@tagma/core';
import { type Arrow, arrowsIn } from './chart-arrows.ts';
import { portsOf } from './chart-ports.ts';
import type { Box, Point, Size } from './svg-shapes.ts';

export type PlacedChart = Size & {
  /** The dot before the first state, and the way from it. */
  readonly start: { readonly dot: Box; readonly points: readonly Point[]; readonly to: string };
  readonly states: readonly PlacedState[];
  /** All but those that lead from a state to itself. */
  readonly arrows: readonly PlacedArrow[];
};
export type PlacedState = Box & { readonly state: ChartState };
export type PlacedArrow = {
  readonly arrow: Arrow;
  /** From the border of one box to the border of the other. */
  readonly points: readonly Point[];
  readonly label: Box;
};

/** How large the drawing will make a state, an arrow's label, and the dot. */
export type Sizes = {
  readonly ofState: (state: ChartState) => Size;
  readonly ofLabel: (arrow: Arrow) => Size;
  readonly dot: Size;
};

const SPACING = { rankdir: 'TB', nodesep: 24, edgesep: 14, ranksep: 34, marginx: 24, marginy: 24 } as const;
/** No state can have this name. */
const START = '[*]';

export function placeChart(chart: Chart, sizes: Sizes): PlacedChart {
  const arrows = arrowsIn(chart).filter(({ from, to }) => from !== to);
  const graph = new Graph().setGraph({ ...SPACING });
  graph.setNode(START, { ...sizes.dot });
  for (const state of chart.states) graph.setNode(state.name, { ...sizes.ofState(state) });
  graph.setEdge(START, chart.initial, {});
  // The last first: what is drawn upwards then is what leads back.
  for (const arrow of arrows.toReversed())
    graph.setEdge(arrow.from, arrow.to, { ...sizes.ofLabel(arrow), labelpos: 'c' });
  layout(graph);

  const { width = 0, height = 0 } = graph.graph();
  const node = (name: string) => boxOf(graph.node(name));
  const states = chart.states.map((state) => ({ state, ...node(state.name) }));
  const [first, ...ways] = withPorts(
    [{ from: START, to: chart.initial }, ...arrows].map(({ from, to }) => {
      const bends = graph.edge(from, to).points?.slice(1, -1) ?? [];
      return { from: node(from), to: node(to), bends };
    }),
    states,
  );
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    start: { dot: node(START), points: first ?? [], to: chart.initial },
    states,
    arrows: arrows.map((arrow, index) => {
      return { arrow, points: ways[index] ?? [], label: boxOf(graph.edge(arrow.from, arrow.to)) };
    }),
  };
}

type Way = { readonly from: Box; readonly to: Box; readonly bends: readonly Point[] };

/** Each way with both its ends. Dagre lets all that meet at a box point at its middle. */
function withPorts(ways: readonly Way[], boxes: readonly Box[]): readonly (readonly Point[])[] {
  const ports = portsOf(
    ways.flatMap(({ from, to, bends }) => [
      { box: from, from: bends[0] ?? to },
      { box: to, from: bends.at(-1) ?? from },
    ]),
    boxes,
  );
  return ways.map(({ bends }, index) => {
    return [...ports.slice(2 * index, 2 * index + 1), ...bends, ...ports.slice(2 * index + 1, 2 * index + 2)];
  });
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height };
}
