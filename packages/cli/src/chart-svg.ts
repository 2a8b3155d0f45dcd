/**
 * The chart as a picture: SVG that needs nothing else (no font, no script, no address), can be read on a light and on a
 * dark page, and says in words what it shows. The same chart gives the same bytes.
 */
import type { Chart, ChartState } from '@tagma/core';
import { type Arrow, arrowsFrom, arrowsIn, labelled } from './chart-arrows.ts';
import { type PlacedArrow, type PlacedChart, type PlacedState, placeChart } from './chart-layout.ts';
import { COMMON_LOOKS, LABEL_SIZE, LETTER, NAME_SIZE, STYLE } from './chart-style.ts';
import {
  arrowAlong,
  arrowHead,
  type Box,
  escapeText,
  number,
  rectangle,
  type Size,
  shrunk,
  textAt,
} from './svg-shapes.ts';

/** What a state is to whoever waits, in the words of the legend. */
const KINDS = {
  waits: 'waits for an answer',
  passes: 'left at once',
  rests: 'rests until the next prompt',
  final: 'the end',
} as const;
type Kind = keyof typeof KINDS;

const LABEL_LINE = 15;
const LABEL_PADDING = 4;
const STATE_PADDING = 18;
const STATE_HEIGHT = 36;
const DOT_SIZE = 14;
/** Between the two lines around the last state. */
const RING = 4;
const MARGIN = 24;
const LEGEND_HEIGHT = 40;
/** An event that leads from so many states to one is drawn in a colour that the legend names, instead of a label each time. */
const COMMON_MIN = 3;

export function svgOf(chart: Chart): string {
  const common = commonWays(chart);
  const lookOf = (arrow: Arrow) => lookAmong(common, arrow);
  const placed = placedFor(chart);
  const [width, height] = [placed.width, placed.height + LEGEND_HEIGHT];
  const plain = placed.arrows.filter(({ arrow }) => lookOf(arrow) === 'plain');
  const page = { x: width / 2, y: height / 2, width: width - 1, height: height - 1 };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    '<title id="title">The states of Tagma, and what takes it from one to the next</title>',
    `<desc id="desc">${escapeText(inWords(chart))}</desc>`,
    `<style>${STYLE}</style>`,
    `<defs>${['plain', ...COMMON_LOOKS].map(arrowHead).join('')}</defs>`,
    rectangle('page', page),
    ...placed.arrows.map((one) => drawArrow(lookOf(one.arrow), one)),
    ...drawStart(placed),
    ...placed.states.map(drawState),
    ...plain.map(drawLabel),
    ...drawLegend(placed.height, common),
    '</svg>',
    '',
  ].join('\n');
}

/** Where all stands in the picture. */
export function placedFor(chart: Chart): PlacedChart {
  const common = commonWays(chart);
  return placeChart(chart, {
    ofState: stateSize,
    ofLabel: (arrow) => (lookAmong(common, arrow) === 'plain' ? labelSize(arrow) : { width: 0, height: 0 }),
    dot: { width: DOT_SIZE, height: DOT_SIZE },
  });
}

function lookAmong(common: readonly Arrow[], arrow: Arrow): string {
  return COMMON_LOOKS[common.findIndex((way) => isSame(way, arrow))] ?? 'plain';
}

function stateSize(state: ChartState): Size {
  const loops = loopsOf(state);
  const letters = Math.max(state.name.length * NAME_SIZE, ...loops.map((loop) => loop.length * LABEL_SIZE)) * LETTER;
  return { width: letters + 2 * STATE_PADDING, height: STATE_HEIGHT + loops.length * LABEL_LINE };
}

function labelSize({ labels }: Arrow): Size {
  const letters = Math.max(...labels.map((label) => label.length));
  return {
    width: letters * LABEL_SIZE * LETTER + 2 * LABEL_PADDING,
    height: labels.length * LABEL_LINE + 2 * LABEL_PADDING,
  };
}

/** What leads from a state to itself stands in its box. */
function loopsOf(state: ChartState): readonly string[] {
  return arrowsFrom(state).flatMap(({ to, labels }) => (to === state.name ? labels.map((label) => `↻ ${label}`) : []));
}

function drawState({ state, ...box }: PlacedState): string {
  const loops = loopsOf(state);
  const top = box.y - (loops.length * LABEL_LINE) / 2;
  const texts = loops.map((loop, index) => {
    const y = top + NAME_SIZE / 2 + (index + 0.5) * LABEL_LINE;
    return textAt('label', { x: box.x, y }, LABEL_SIZE, loop);
  });
  return `<g>${drawBox(kindOf(state), box)}${textAt('name', { x: box.x, y: top }, NAME_SIZE, state.name)}${texts.join('')}</g>`;
}

function drawBox(kind: Kind, box: Box): string {
  return `${rectangle(`state ${kind}`, box)}${kind === 'final' ? rectangle(`state ${kind}`, shrunk(box, RING)) : ''}`;
}

function drawArrow(look: string, { arrow, points }: PlacedArrow): string {
  return arrowAlong(look, points, labelled(arrow));
}

function drawLabel({ arrow: { labels }, label }: PlacedArrow): string {
  const top = label.y - (labels.length * LABEL_LINE) / 2;
  const lines = labels.map((text, index) => {
    return textAt('label', { x: label.x, y: top + (index + 0.5) * LABEL_LINE }, LABEL_SIZE, text);
  });
  return `<g>${rectangle('chip', shrunk(label, LABEL_PADDING / 2))}${lines.join('')}</g>`;
}

function drawStart({ start: { dot, points, to } }: PlacedChart): readonly string[] {
  const circle = `<circle class="dot" cx="${number(dot.x)}" cy="${number(dot.y)}" r="${number(dot.width / 2)}"/>`;
  return [arrowAlong('plain', points, `It begins in ${to}.`), circle];
}

/** Below the chart: a small box of each kind with what it stands for, and the colours of the common ways. */
function drawLegend(top: number, common: readonly Arrow[]): readonly string[] {
  const y = top + (LEGEND_HEIGHT - MARGIN) / 2;
  let x = MARGIN;
  const item = (drawn: (box: Box) => string, text: string) => {
    const box = { x: x + 14, y, width: 28, height: 18 };
    const told = textAt('legend', { x: x + 36, y }, LABEL_SIZE, text);
    x += 36 + text.length * LABEL_SIZE * LETTER + MARGIN;
    return `<g>${drawn(box)}${told}</g>`;
  };
  const kinds = (Object.keys(KINDS) as Kind[]).map((kind) => item((box) => drawBox(kind, box), KINDS[kind]));
  const ways = common.map(({ to, labels }, index) => {
    const told = `${labels.join(', ')} → ${to}`;
    const ends = (box: Box) => [box.x - box.width / 2, box.x + box.width / 2].map((end) => ({ x: end, y }));
    return item((box) => arrowAlong(COMMON_LOOKS[index] ?? 'plain', ends(box), told), told);
  });
  return [...kinds, ...ways];
}

function kindOf({ final, transitions }: ChartState): Kind {
  if (final) return 'final';
  if (transitions.some(({ event, target }) => event === 'prompt.given' && target !== null)) return 'rests';
  return transitions.some(({ event, guard }) => event === null && guard === null) ? 'passes' : 'waits';
}

/** The ways that lead from the most states to one and the same, as far as there are colours for them. */
function commonWays(chart: Chart): readonly Arrow[] {
  const arrows = arrowsIn(chart);
  const times = (arrow: Arrow) => arrows.filter((other) => isSame(other, arrow)).length;
  const first = arrows.filter((arrow, index) => arrows.findIndex((other) => isSame(other, arrow)) === index);
  const events = first.filter(({ labels }) => labels.every((label) => /^\w+\.\w+/.test(label)));
  const common = events.filter((arrow) => times(arrow) >= COMMON_MIN);
  return common.toSorted((a, b) => times(b) - times(a)).slice(0, COMMON_LOOKS.length);
}

function isSame({ to, labels }: Arrow, other: Arrow): boolean {
  return to === other.to && labels.join('\n') === other.labels.join('\n');
}

/** For whoever cannot see the picture. */
function inWords(chart: Chart): string {
  return [`It begins in ${chart.initial}.`, ...arrowsIn(chart).map((arrow) => `${labelled(arrow)}.`)].join(' ');
}
