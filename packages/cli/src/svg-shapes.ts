/** Boxes, lines and texts as SVG elements. What is drawn with them stands in `chart-svg.ts`. */

/** In the units of the picture, as all lengths here. */
export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
/** `x` and `y` are the middle. */
export type Box = Point & Size;

/** How far from a corner a line begins to bend. */
const CORNER = 18;
/** Of the corners of a box, at most. */
const RADIUS = 10;

export function rectangle(look: string, { x, y, width, height }: Box): string {
  const place = `x="${number(x - width / 2)}" y="${number(y - height / 2)}" width="${number(width)}" height="${number(height)}"`;
  return `<rect class="${look}" ${place} rx="${number(Math.min(RADIUS, height / 3))}"/>`;
}

export function shrunk({ x, y, width, height }: Box, by: number): Box {
  return { x, y, width: width - 2 * by, height: height - 2 * by };
}

/** `y` is the middle of its small letters. */
export function textAt(look: string, { x, y }: Point, fontSize: number, text: string): string {
  return `<text class="${look}" x="${number(x)}" y="${number(y + fontSize * 0.33)}">${escapeText(text)}</text>`;
}

/** An arrow straight from point to point, with round corners; `title` is shown where the mouse rests on it. */
export function arrowAlong(look: string, points: readonly Point[], title: string): string {
  const way = `<path class="arrow ${look}" marker-end="url(#head-${look})" d="${roundedLine(points)}">`;
  return `${way}<title>${escapeText(title)}</title></path>`;
}

/** The tip of the arrows of that look. */
export function arrowHead(look: string): string {
  const size = 'viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse"';
  return `<marker id="head-${look}" ${size} orient="auto"><path class="head ${look}" d="M0 1L10 5L0 9z"/></marker>`;
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** To a tenth: nobody sees more. */
export function number(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function roundedLine(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (first === undefined || last === undefined) return '';
  const corners = rest.map((corner, index) => {
    const into = towards(corner, points[index] ?? first);
    const out = towards(corner, rest[index + 1] ?? last);
    return `L${pair(into)}Q${pair(corner)} ${pair(out)}`;
  });
  return `M${pair(first)}${corners.join('')}L${pair(last)}`;
}

/** Where the bend at a corner begins or ends: half the way to the next point at most. */
function towards(from: Point, to: Point): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const share = distance === 0 ? 0 : Math.min(0.5, CORNER / distance);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function pair({ x, y }: Point): string {
  return `${number(x)} ${number(y)}`;
}
