/**
 * How many columns a text takes. What a person sees as one sign may be several code points (a family emoji, a letter
 * with its accent, a flag), so text is cut into grapheme clusters, never into code units.
 */
import stringWidth from 'string-width';
import { nameOf, visible } from './visible.ts';

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

const ASCII = /^[\x20-\x7e]*$/;
const widths = new Map<string, number>();
const ascii = Array.from({ length: 0x7f }, (_, code): Glyph => ({ text: String.fromCharCode(code), width: 1 }));
let segmenter: Intl.Segmenter | undefined;

/** The signs of one line, in order, controls made visible. Tabs come as they are, for their width depends on the column. */
export function glyphsOf(line: string): Glyph[] {
  if (ASCII.test(line)) return plainGlyphs(line);
  return segments(visible(line)).flatMap(({ segment }) => glyphsOfCluster(segment));
}

/** The clusters of a text that is being edited; newlines are clusters of their own. */
export function clustersOf(text: string): Cluster[] {
  if (ASCII.test(text)) {
    return plainGlyphs(text).map((glyph, index) => ({ start: index, end: index + 1, glyphs: [glyph], width: 1 }));
  }
  return segments(text).map(({ segment, index }) => {
    const glyphs = glyphsOf(segment);
    const width = glyphs.reduce((sum, glyph) => sum + glyph.width, 0);
    return { start: index, end: index + segment.length, glyphs, width };
  });
}

/** Columns that a line takes, its tabs counted as one. */
export function widthOf(line: string): number {
  if (ASCII.test(line)) return line.length;
  return glyphsOf(line).reduce((sum, glyph) => sum + glyph.width, 0);
}

function plainGlyphs(line: string): Glyph[] {
  const glyphs: Glyph[] = [];
  for (let index = 0; index < line.length; index++) {
    const glyph = ascii[line.charCodeAt(index)];
    if (glyph) glyphs.push(glyph);
  }
  return glyphs;
}

/** What takes no column of its own (a zero-width space, an accent on nothing) is shown by its number. */
function glyphsOfCluster(cluster: string): Glyph[] {
  if (cluster === '\t' || cluster === '\n') return [{ text: cluster, width: 1 }];
  const width = measured(cluster);
  if (width > 0) return [{ text: cluster, width }];
  return [...cluster].flatMap((character) => plainGlyphs(nameOf(character)));
}

function measured(cluster: string): number {
  const known = widths.get(cluster);
  if (known !== undefined) return known;
  const width = stringWidth(cluster);
  if (widths.size >= WIDTHS_KEPT_MAX) widths.clear();
  widths.set(cluster, width);
  return width;
}

function segments(text: string): Intl.SegmentData[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...segmenter.segment(text)];
}
