/**
 * Where arrows meet a box: side by side along the edge that they come to, in the order of the directions that they come
 * from, so that none lies on another and none crosses its neighbour at the box.
 */
import type { Box, Point } from './svg-shapes.ts';

/** One end of an arrow: the box, and the point from which the arrow comes to it. */
export type End = { readonly box: Box; readonly from: Point };

/** So much of an edge is left free at either corner. */
const CORNER = 8;

type Edge = 'left' | 'right' | 'top' | 'bottom';

/** For each end, in their order, the point on the edge of its box. No way to it leads through another of the boxes. */
export function portsOf(ends: readonly End[], boxes: readonly Box[]): readonly Point[] {
  const ports = new Map<End, Point>();
  for (const [edge, together] of togetherAtEdges(ends, boxes)) {
    const sorted = together.toSorted((a, b) => slope(a, edge) - slope(b, edge));
    for (const [index, end] of sorted.entries()) {
      ports.set(end, portAt(end.box, edge, (index + 1) / (sorted.length + 1)));
    }
  }
  return ends.map((end) => ports.get(end) ?? end.from);
}

function togetherAtEdges(ends: readonly End[], boxes: readonly Box[]): readonly (readonly [Edge, readonly End[]])[] {
  const groups = new Map<string, [Edge, End[]]>();
  for (const end of ends) {
    const edge = edgeOf(end, boxes);
    const name = `${end.box.x} ${end.box.y} ${edge}`;
    const group = groups.get(name);
    if (group) group[1].push(end);
    else groups.set(name, [edge, [end]]);
  }
  return [...groups.values()];
}

/** The edge that a straight line from there to the middle crosses; not one at a side where another box is in the way. */
function edgeOf({ box, from }: End, boxes: readonly Box[]): Edge {
  const [dx, dy] = [from.x - box.x, from.y - box.y];
  const side = dx < 0 ? 'left' : 'right';
  const isFlat = Math.abs(dx) * box.height > Math.abs(dy) * box.width;
  const others = boxes.filter(({ x, y }) => x !== box.x || y !== box.y);
  const isFree = others.every((other) => [0, 1].every((share) => !leadsThrough(other, portAt(box, side, share), from)));
  if (isFlat && isFree) return side;
  return dy < 0 ? 'top' : 'bottom';
}

/** Whether the straight line from one point to the other has a part in the box. */
export function leadsThrough(box: Box, from: Point, to: Point): boolean {
  let [enters, leaves] = [0, 1];
  for (const [start, way, low, high] of [
    [from.x, to.x - from.x, box.x - box.width / 2, box.x + box.width / 2],
    [from.y, to.y - from.y, box.y - box.height / 2, box.y + box.height / 2],
  ] as const) {
    if (way === 0 && (start <= low || start >= high)) return false;
    if (way === 0) continue;
    const [near, far] = [(low - start) / way, (high - start) / way];
    enters = Math.max(enters, Math.min(near, far));
    leaves = Math.min(leaves, Math.max(near, far));
  }
  return enters < leaves;
}

/** Rises from the left to the right along an edge above or below, and from the top to the bottom along one at a side. */
function slope({ box, from }: End, edge: Edge): number {
  const [dx, dy] = [from.x - box.x, from.y - box.y];
  return edge === 'left' || edge === 'right' ? dy / Math.abs(dx) : dx / Math.abs(dy);
}

function portAt({ x, y, width, height }: Box, edge: Edge, share: number): Point {
  if (edge === 'top' || edge === 'bottom') {
    return { x: x + (share - 0.5) * (width - 2 * CORNER), y: edge === 'top' ? y - height / 2 : y + height / 2 };
  }
  return { x: edge === 'left' ? x - width / 2 : x + width / 2, y: y + (share - 0.5) * (height - 2 * CORNER) };
}
