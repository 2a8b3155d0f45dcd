/**
 * A text that is looked for in the transcript. Hits are counted in what was said, not in how it is laid out: so a session of
 * any length is searched in one go, and only the block of the hit that is shown is laid out. Case counts where the query has
 * a capital. Pure.
 */
import type { Composer } from '../composer/composer.ts';
import type { Line } from '../text/line.ts';
import type { Role } from '../theme/roles.ts';
import type { Anchor } from './anchor.ts';
import type { ItemList } from './item-list.ts';
import { sourceOf } from './source.ts';

/** The blocks that hold something, from the oldest, each with how often. */
export type Hits = {
  readonly blocks: readonly { readonly block: number; readonly count: number }[];
  readonly total: number;
};

const NO_HITS: Hits = { blocks: [], total: 0 };

/** More are not counted. */
export const HITS_MAX = 100_000;

export type Search = {
  readonly query: Composer;
  readonly hits: Hits;
  /** The hit that is shown, from 0; null where there is none. */
  readonly current: number | null;
  /** Its row. The block is open meanwhile. */
  readonly at: Anchor | null;
};

export function patternOf(query: string): RegExp | null {
  if (query === '') return null;
  const isExact = query !== query.toLowerCase();
  return new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), isExact ? 'g' : 'gi');
}

/** `first`: the first block that is looked into. */
export function hitsIn(items: ItemList, query: string, first = 0): Hits {
  const pattern = patternOf(query);
  if (pattern === null) return NO_HITS;
  const blocks: { block: number; count: number }[] = [];
  let total = 0;
  let block = 0;
  for (const item of items) {
    const count = block >= first && total < HITS_MAX ? countIn(sourceOf(item), pattern) : 0;
    if (count > 0) blocks.push({ block, count });
    total += count;
    block += 1;
  }
  return { blocks, total };
}

function countIn(text: string, pattern: RegExp): number {
  pattern.lastIndex = 0;
  let count = 0;
  while (count < HITS_MAX && pattern.test(text)) count += 1;
  return count;
}

/** The block of a hit, and the how manieth of its own hits it is. */
export function placeOfHit({ blocks }: Hits, hit: number): { readonly block: number; readonly nth: number } | null {
  let passed = 0;
  for (const { block, count } of blocks) {
    if (hit < passed + count) return { block, nth: hit - passed };
    passed += count;
  }
  return null;
}

/** The last hit in that block or in one before it; else the first of all. */
export function hitAtOrBefore({ blocks, total }: Hits, block: number): number | null {
  if (total === 0) return null;
  let passed = 0;
  for (const each of blocks) {
    if (each.block > block) break;
    passed += each.count;
  }
  return Math.max(0, passed - 1);
}

/** The row in which the nth hit stands: markup and broken lines may hide some, then the last that is seen. */
export function rowOfHit(rows: readonly Line[], query: string, nth: number): number {
  const pattern = patternOf(query);
  let passed = 0;
  let last = 0;
  if (pattern === null) return last;
  for (const [index, row] of rows.entries()) {
    const count = countIn(textOf(row), pattern);
    if (count === 0) continue;
    last = index;
    passed += count;
    if (passed > nth) return index;
  }
  return last;
}

/** The row with what is looked for marked. */
export function marked(row: Line, query: string, role: Role): Line {
  const pattern = patternOf(query);
  const text = textOf(row);
  if (pattern === null || countIn(text, pattern) === 0) return row;
  const ranges = [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
  let offset = 0;
  return row.flatMap((span) => {
    const start = offset;
    offset += span.text.length;
    const cuts = ranges.flatMap((range) => [range.start, range.end]).filter((at) => at > start && at < offset);
    const edges = [start, ...cuts, offset];
    return edges.slice(1).map((end, index) => {
      const from = edges[index] ?? start;
      const isHit = ranges.some((range) => range.start <= from && end <= range.end);
      return { ...span, text: span.text.slice(from - start, end - start), role: isHit ? role : span.role };
    });
  });
}

function textOf(row: Line): string {
  return row.map(({ text }) => text).join('');
}
