/**
 * How many columns a text takes. What a person sees as one sign may be several code points (a family emoji, a letter
 * with its accent, a flag), so text is cut into grapheme clusters, never into code units.
 */
import { nameOf, visible } from '@tagma/protocol';
import { signWidth } from './sign-width.ts';

/** A sign as it is drawn, with its width in columns (at least 1). */
export type Glyph = { readonly text: string; readonly width: number };

/** A piece of a text that the caret never enters, at `start` to `end` in code units, and how it is drawn. */
export type Cluster = {
  readonly start: number;
  readonly end: number;
  readonly glyphs: readonly Glyph[];
  /** Columns that its glyphs take together. */
  readonly width: number;
};

/** Clusters whose width has been measured: measuring costs a few microseconds, and texts repeat their signs. */
const WIDTHS_KEPT_MAX = 20_000;

/** ASCII, and what the screen itself is drawn with: of one column everywhere, and nothing that follows joins it here. */
const PLAIN = /^[\x20-\x7e·›•…─-╿▌⋮]*$/;
/** Code units of one sign; the longest emoji has 15. */
const SIGN_LENGTH_MAX = 64;

const widths = new Map<string, number>();
const ascii = Array.from({ length: 0x7f }, (_, code): Glyph => ({ text: String.fromCharCode(code), width: 1 }));
let segmenter: Intl.Segmenter | undefined;

/** Whether every code unit of a text is a sign of one column, so that offsets are columns. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** The signs of one line, in order, controls made visible. Tabs come as they are, for their width depends on the column. */
export function glyphsOf(line: string): Glyph[] {
  if (isPlain(line)) return plainGlyphs(line);
  return segments(visible(line)).flatMap(({ text }) => glyphsOfSegment(text));
}

/** The clusters of a text that is being edited; newlines are clusters of their own. */
export function clustersOf(text: string): Cluster[] {
  return segments(text).map(({ text: segment, start }) => {
    const glyphs = isPlain(segment)
      ? plainGlyphs(segment)
      : segments(visible(segment)).flatMap((each) => glyphsOfSegment(each.text));
    const width = glyphs.reduce((sum, glyph) => sum + glyph.width, 0);
    return { start, end: start + segment.length, glyphs, width };
  });
}

/** A text on so many columns: its beginning and `…` where it does not fit. */
export function beginningOf(text: string, columns: number): string {
  const glyphs = glyphsOf(text);
  let shown = '';
  let left = columns;
  for (const [index, glyph] of glyphs.entries()) {
    if (glyph.width > left - (index === glyphs.length - 1 ? 0 : 1)) return `${shown}…`;
    shown += glyph.text;
    left -= glyph.width;
  }
  return shown;
}

/** A text on so many columns: its end, and `…` before it where it does not fit. */
export function endOf(text: string, columns: number): string {
  const glyphs = glyphsOf(text);
  let shown = '';
  let left = columns;
  for (const [index, glyph] of [...glyphs.entries()].reverse()) {
    if (glyph.width > left - (index === 0 ? 0 : 1)) return `…${shown}`;
    shown = glyph.text + shown;
    left -= glyph.width;
  }
  return shown;
}

/** Columns that a line takes, its tabs counted as one. */
export function widthOf(line: string): number {
  if (isPlain(line)) return line.length;
  return glyphsOf(line).reduce((sum, glyph) => sum + glyph.width, 0);
}

function plainGlyphs(line: string): Glyph[] {
  const glyphs: Glyph[] = [];
  for (let index = 0; index < line.length; index++) {
    glyphs.push(ascii[line.charCodeAt(index)] ?? { text: line.charAt(index), width: 1 });
  }
  return glyphs;
}

/** What takes no column of its own (a zero-width space, an accent on nothing) is shown by its number. */
function glyphsOfSegment(cluster: string): Glyph[] {
  if (cluster === '\t' || cluster === '\n') return [{ text: cluster, width: 1 }];
  if (isPlain(cluster)) return plainGlyphs(cluster);
  if (cluster.length > SIGN_LENGTH_MAX) return overgrown(cluster);
  const width = measured(cluster);
  if (width > 0) return [{ text: cluster, width }];
  return [...cluster].flatMap((character) => plainGlyphs(nameOf(character)));
}

/** A letter under thousands of marks is sent with each frame: what goes beyond any real sign is shown by its numbers. */
function overgrown(cluster: string): Glyph[] {
  const length = (cluster.codePointAt(SIGN_LENGTH_MAX - 1) ?? 0) > 0xffff ? SIGN_LENGTH_MAX - 1 : SIGN_LENGTH_MAX;
  const rest = [...cluster.slice(length)].flatMap((character) => plainGlyphs(nameOf(character)));
  return [...glyphsOfSegment(cluster.slice(0, length)), ...rest];
}

function measured(cluster: string): number {
  const known = widths.get(cluster);
  if (known !== undefined) return known;
  const width = signWidth(cluster);
  if (widths.size >= WIDTHS_KEPT_MAX) widths.clear();
  widths.set(cluster, width);
  return width;
}

type Segment = { readonly text: string; readonly start: number };

/** Printable ASCII but the last of a run that something else follows, for that may combine with it; and all else. */
const RUNS = /[\x20-\x7e]+(?=[\x20-\x7e]|$)|[\x20-\x7e]?[^\x20-\x7e]+/g;

/**
 * The grapheme clusters of a text. `Intl.Segmenter` costs time for each cluster that grows with the length of the text it
 * is given (measured on Node 20: seconds for 20,000 characters), so it gets only what needs it, in small pieces.
 */
function segments(text: string): Segment[] {
  const all: Segment[] = [];
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (isPlain(run)) for (let at = 0; at < run.length; at++) all.push({ text: run.charAt(at), start: index + at });
    else for (const { text: segment, start } of segmentsOfRun(run)) all.push({ text: segment, start: index + start });
  }
  return all;
}

/** Code units that the segmenter is given at once, where no cluster is longer. */
const PIECE_LENGTH = 64;

function* segmentsOfRun(run: string): Generator<Segment> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let at = 0;
  let length = PIECE_LENGTH;
  while (at < run.length) {
    // Half a character would end the sign before it, which the whole one may belong to.
    const end = at + length + (isHighSurrogate(run.charCodeAt(at + length - 1)) ? 1 : 0);
    const whole = end >= run.length;
    const found = [...segmenter.segment(run.slice(at, end))];
    // The last one may go on in the next piece: it is left for that.
    const complete = whole ? found : found.slice(0, -1);
    for (const { segment, index } of complete) yield { text: segment, start: at + index };
    const passed = whole ? run.length - at : (found.at(-1)?.index ?? 0);
    at += passed;
    length = passed === 0 ? length * 4 : PIECE_LENGTH;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
