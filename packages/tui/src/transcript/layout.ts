/**
 * The transcript as rows, without laying out all of it: only what is shown is wrapped, from the bottom upwards, and the
 * rows of an item are kept for as long as the width and its fold stay the same. What is still alive follows the items.
 */
import { dialogRows } from '../dialogs/dialogs.ts';
import { optionAt } from '../dialogs/options.ts';
import { questionRows } from '../dialogs/question.ts';
import type { Model } from '../screen/model.ts';
import type { Line } from '../text/line.ts';
import { markup } from '../text/markup.ts';
import type { Markup } from '../text/markup-form.ts';
import type { Rows } from '../text/rows.ts';
import type { Anchor } from './anchor.ts';
import { blockRows, type Extent } from './block-rows.ts';
import { isOpen } from './folding.ts';
import { type ItemList, NO_ITEMS } from './item-list.ts';
import type { Item } from './items.ts';
import { liveRows } from './live-rows.ts';

/** The transcript's blocks as a virtual list: from the first that is shown to before `end`, and the rows of each. */
export type Blocks = { readonly first: number; readonly end: number; rows(block: number): Rows };

/** A row, and where it stands. */
export type PlacedRow = Anchor & { readonly line: Line };

/** Columns that are left free, for the mark of the block that is chosen moves its heading. */
export const MARK_COLUMNS = 2;

/** An action's diff is looked for in so many items behind it. */
const OUTCOME_DISTANCE_MAX = 64;

/** While a dialog is shown, it is the only block. */
export function blocksOf(model: Model, width: number): Blocks {
  const { transcript, folding, queue, search } = model;
  const items = model.dialog ? NO_ITEMS : transcript.items;
  const room = width - MARK_COLUMNS;
  const isBlockOpen = (block: number, kind: Item['kind'] | null): boolean =>
    isOpen(folding, block, kind) || block === search?.at?.block;
  const live = model.dialog
    ? [dialogRows(model.dialog, model, width)]
    : [
        ...liveRows({ ...transcript, queue }, room, (block) => isBlockOpen(items.length + block, 'thought')),
        ...(transcript.question ? [[[], ...questionRows(transcript.question, width, optionAt(model))]] : []),
      ];
  const first = Math.min(model.printed, items.length);
  return {
    first,
    end: items.length + live.length,
    rows(block) {
      const item = items.at(block);
      const rows = item
        ? itemRows(item, room, isBlockOpen(block, item.kind) ? 'open' : 'folded', diffFor(items, block))
        : (live[block - items.length] ?? []);
      return block === 0 && rows.at(0)?.length === 0 ? [...rows].slice(1) : rows;
    },
  };
}

/** The rows that end with `anchor` (null: with the newest), at most `height`. */
export function rowsUpTo(blocks: Blocks, anchor: Anchor | null, height: number): readonly PlacedRow[] {
  const end = anchor ?? newest(blocks);
  const rows: PlacedRow[] = [];
  for (let block = end.block; block >= blocks.first && rows.length < height; block--) {
    const own = blocks.rows(block);
    const last = block === end.block ? Math.min(end.row, own.length - 1) : own.length - 1;
    for (let row = last; row >= 0 && rows.length < height; row--) rows.push({ block, row, line: own.at(row) ?? [] });
  }
  return rows.reverse();
}

/** The anchor `by` rows further (negative: back), kept where a full view of `height` rows fits. Null: at the newest. */
export function scrolled(blocks: Blocks, anchor: Anchor | null, by: number, height: number): Anchor | null {
  let { block, row } = anchor ?? newest(blocks);
  row += by;
  while (row < 0 && block > blocks.first) {
    block -= 1;
    row += blocks.rows(block).length;
  }
  while (block < blocks.end && row >= blocks.rows(block).length) {
    row -= blocks.rows(block).length;
    block += 1;
  }
  if (block >= blocks.end) return null;
  const lowest = fullView(blocks, height);
  if (!lowest) return null;
  const above = block < lowest.block || (block === lowest.block && row < lowest.row);
  const moved = above ? lowest : { block, row };
  const end = newest(blocks);
  return moved.block === end.block && moved.row >= end.row ? null : moved;
}

function newest(blocks: Blocks): Anchor {
  const block = Math.max(blocks.first, blocks.end - 1);
  return { block, row: Math.max(0, blocks.rows(block).length - 1) };
}

/** The last row of the first view. Null: everything fits. */
function fullView(blocks: Blocks, height: number): Anchor | null {
  let above = 0;
  for (let block = blocks.first; block < blocks.end; block++) {
    const rows = blocks.rows(block).length;
    if (above + rows >= height) return { block, row: height - 1 - above };
    above += rows;
  }
  return null;
}

/** What the action at that place has changed, once its outcome is there. */
export function diffFor(items: ItemList, block: number): string | null {
  const action = items.at(block);
  if (action?.kind !== 'action') return null;
  const end = Math.min(items.length, block + OUTCOME_DISTANCE_MAX);
  for (let index = block + 1; index < end; index++) {
    const item = items.at(index);
    if (item?.kind === 'observation' && item.call === action.call) return item.diff;
  }
  return null;
}

type Kept = {
  readonly library: Markup | null;
  readonly width: number;
  readonly extent: Extent;
  readonly diff: string | null;
  readonly rows: readonly Line[];
};

/** What was shown last. */
const kept = new Map<Item, Kept>();
const KEPT_MAX = 1_000;

export function itemRows(
  item: Item,
  width: number,
  extent: Extent = 'printed',
  diff: string | null = null,
): readonly Line[] {
  const known = kept.get(item);
  const library = markup();
  if (known?.library === library && known.width === width && known.extent === extent && known.diff === diff)
    return known.rows;
  const rows = blockRows(item, width, extent, diff);
  kept.delete(item);
  kept.set(item, { library, width, extent, diff, rows });
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest) kept.delete(oldest);
  return rows;
}
