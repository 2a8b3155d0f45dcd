/**
 * A list or a table that is long and still grows. Its items or rows are laid out once, but for the last one: what further
 * text does to those before (numbers with more digits, a wider column, blank rows between the items) is done to what follows
 * alone, until the whole text is laid out at its end.
 */
import type { Block } from './parse.ts';
import { isLoose } from './rows.ts';
import { tableWidths, widenedFor } from './table.ts';

/** What has been laid out of such a block, so far as it bears on what follows. */
export type Begun =
  | { readonly kind: 'list'; readonly next: number | null; readonly loose: boolean }
  | {
      readonly kind: 'table';
      /** The two lines that make it a table. */
      readonly heading: string;
      readonly widths: readonly number[] | null;
    };

/** The block that was begun, as it goes on. `columns`: those of a row. */
export function continued(block: Block, begun: Begun | null, columns: number): Block {
  if (block.kind === 'list' && begun?.kind === 'list')
    return { ...block, first: begun.next, loose: begun.loose || isLoose(block) };
  if (block.kind === 'table' && begun?.kind === 'table')
    return { ...block, widths: begun.widths && widenedFor(block, begun.widths, columns) };
  return block;
}

/** All but its last part, which is open; null where there is no more than that. `columns`: those of a row. */
export function parted(
  block: Block,
  columns: number,
): { readonly closed: Block; readonly open: Block; readonly apart: boolean } | null {
  if (block.kind === 'list' && block.items.length > 1) {
    const loose = isLoose(block);
    const before = block.items.length - 1;
    const first = block.first === null ? null : block.first + before;
    return {
      closed: { ...block, loose, items: block.items.slice(0, -1) },
      open: { ...block, loose, first, items: block.items.slice(-1) },
      apart: loose,
    };
  }
  if (block.kind === 'table' && block.rows.length > 2) {
    const [heading = []] = block.rows;
    const closed = { ...block, rows: block.rows.slice(0, -1) };
    // The columns of what is laid out first are those of all.
    const widths = block.widths === undefined ? tableWidths(closed, columns) : block.widths;
    const open = { ...block, widths, rows: [heading, ...block.rows.slice(-1)] };
    return { closed, open, apart: widths === null };
  }
  return null;
}

/** What a block's open part makes of what follows. `heading`: of a table, its lines. */
export function begunBy(open: Block, heading: string): Begun | null {
  if (open.kind === 'list') return { kind: 'list', next: open.first, loose: isLoose(open) };
  return open.kind === 'table' ? { kind: 'table', heading, widths: open.widths ?? null } : null;
}

/** Whether a blank row is between that which goes on and what was laid out of it before. */
export function standsApart(block: Block): boolean {
  return block.kind === 'list' ? isLoose(block) : block.kind !== 'table' || block.widths === null;
}
