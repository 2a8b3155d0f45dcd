/** The picture of the chart, measured: nothing in it lies on anything else that has to be read. */
import { chartOf } from '@tagma/core';
import { expect, test } from 'vitest';
import { arrowsIn } from '../src/chart-arrows.ts';
import { leadsThrough } from '../src/chart-ports.ts';
import { placedFor } from '../src/chart-svg.ts';
import type { Box } from '../src/svg-shapes.ts';

const chart = chartOf();
const placed = placedFor(chart);
const boxes = [
  ...placed.states.map(({ state, ...box }) => ({ what: state.name, box })),
  ...placed.arrows.map(({ arrow, label }) => ({ what: `${arrow.from} → ${arrow.to}`, box: label })),
];

test('every state and every arrow between two of them has its place', () => {
  expect(placed.states.map(({ state }) => state)).toEqual(chart.states);
  expect(placed.arrows.map(({ arrow }) => arrow)).toEqual(arrowsIn(chart).filter(({ from, to }) => from !== to));
});

test('no box and no label lies on another, or beyond the border', () => {
  const page = { x: placed.width / 2, y: placed.height / 2, width: placed.width, height: placed.height };
  const pairs = boxes.flatMap((one, index) => boxes.slice(index + 1).map((other) => [one, other] as const));
  expect(pairs.filter(([one, other]) => overlap(one.box, other.box)).map(([a, b]) => [a.what, b.what])).toEqual([]);
  expect(boxes.filter(({ box }) => !within(box, page)).map(({ what }) => what)).toEqual([]);
});

test('every arrow leads from the edge of its box to the edge of the other, and through no third', () => {
  for (const { arrow, points } of placed.arrows) {
    const through = placed.states.filter((box) =>
      points.slice(1).some((point, index) => leadsThrough(box, points[index] ?? point, point)),
    );
    expect({ arrow, through: through.map(({ state }) => state.name) }).toEqual({ arrow, through: [] });
    for (const [name, end] of [[arrow.from, points[0]] as const, [arrow.to, points.at(-1)] as const]) {
      const box = placed.states.find(({ state }) => state.name === name);
      expect({ name, onEdge: box !== undefined && end !== undefined && isOnEdge(box, end) }).toEqual({
        name,
        onEdge: true,
      });
    }
  }
});

function overlap(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 - 0.01 && Math.abs(a.y - b.y) < (a.height + b.height) / 2 - 0.01;
}

function within(inner: Box, outer: Box): boolean {
  const [dx, dy] = [Math.abs(inner.x - outer.x), Math.abs(inner.y - outer.y)];
  return dx <= (outer.width - inner.width) / 2 && dy <= (outer.height - inner.height) / 2;
}

function isOnEdge(box: Box, { x, y }: { readonly x: number; readonly y: number }): boolean {
  const [dx, dy] = [Math.abs(x - box.x) - box.width / 2, Math.abs(y - box.y) - box.height / 2];
  return Math.abs(Math.max(dx, dy)) < 0.01;
}
