/**
 * The transcript as rows, without laying out all of it: only what is shown is wrapped, from the bottom upwards, and the
 * rows of an item are kept for as long as the width stays the same. What is still alive (a reply that streams, a running
 * tool, what waits, a question) follows the items, and is laid out anew each time.
 */
import type { QueuedMessage } from '@tagma/core';
import { type PartialReply, visible } from '@tagma/protocol';
import { dialogRows } from '../dialogs/dialogs.ts';
import { optionAt } from '../dialogs/options.ts';
import { questionRows } from '../dialogs/question.ts';
import type { Anchor, Model } from '../screen/model.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { answerHeading, commandLines, content, describe, named, standsApart } from './describe.ts';
import { NO_ITEMS } from './item-list.ts';
import { type Item, lastLines } from './items.ts';
import type { OwnCommand, Waiting } from './transcript.ts';

/** Code units of a live text that are laid out: its end is what a person follows. */
export const LIVE_SHOWN_MAX = 6_000;
/** Lines of a running tool's output that are shown. */
export const OUTPUT_LINES_SHOWN = 8;
/** Code units of a message that waits that are shown. */
export const QUEUED_SHOWN_MAX = 400;

const kept = new WeakMap<Item, { readonly width: number; readonly rows: readonly Line[] }>();

/** The transcript's blocks as a virtual list: how many, and the rows of each. */
export type Blocks = { readonly count: number; rows(block: number): readonly Line[] };

/** While a dialog is shown, it is the only block. */
export function blocksOf(model: Model, width: number): Blocks {
  const items = model.dialog ? NO_ITEMS : model.transcript.items;
  const live = model.dialog ? [dialogRows(model.dialog, model, width)] : liveBlocks(model, width);
  const first = Math.min(model.printed, items.length);
  return {
    count: items.length - first + live.length,
    rows(block) {
      const item = items.at(first + block);
      const rows = item ? itemRows(item, width) : (live[first + block - items.length] ?? []);
      return first + block === 0 && rows[0]?.length === 0 ? rows.slice(1) : rows;
    },
  };
}

/** The rows that end with `anchor` (null: with the newest), at most `height`. */
export function rowsUpTo(blocks: Blocks, anchor: Anchor | null, height: number): readonly Line[] {
  const end = anchor ?? newest(blocks);
  const rows: Line[] = [];
  for (let block = end.block; block >= 0 && rows.length < height; block--) {
    const own = blocks.rows(block);
    rows.unshift(...(block === end.block ? own.slice(0, end.row + 1) : own).slice(-(height - rows.length)));
  }
  return rows;
}

/** The anchor `by` rows further (negative: back), kept where a full view of `height` rows fits. Null: at the newest. */
export function scrolled(blocks: Blocks, anchor: Anchor | null, by: number, height: number): Anchor | null {
  let { block, row } = anchor ?? newest(blocks);
  row += by;
  while (row < 0 && block > 0) {
    block -= 1;
    row += blocks.rows(block).length;
  }
  while (block < blocks.count && row >= blocks.rows(block).length) {
    row -= blocks.rows(block).length;
    block += 1;
  }
  if (block >= blocks.count) return null;
  const lowest = fullView(blocks, height);
  if (!lowest) return null;
  const above = block < lowest.block || (block === lowest.block && row < lowest.row);
  const moved = above ? lowest : { block, row };
  const end = newest(blocks);
  return moved.block === end.block && moved.row >= end.row ? null : moved;
}

function newest(blocks: Blocks): Anchor {
  const block = Math.max(0, blocks.count - 1);
  return { block, row: blocks.count === 0 ? 0 : Math.max(0, blocks.rows(block).length - 1) };
}

/** The last row of the first view. Null: everything fits. */
function fullView(blocks: Blocks, height: number): Anchor | null {
  let above = 0;
  for (let block = 0; block < blocks.count; block++) {
    const rows = blocks.rows(block).length;
    if (above + rows >= height) return { block, row: height - 1 - above };
    above += rows;
  }
  return null;
}

/** The rows of an item, with the blank one before those that stand apart. */
export function itemRows(item: Item, width: number): readonly Line[] {
  const known = kept.get(item);
  if (known?.width === width) return known.rows;
  const lines = standsApart(item.kind) ? [[], ...describe(item)] : describe(item);
  const rows = lines.flatMap((each) => wrap(each, width));
  kept.set(item, { width, rows });
  return rows;
}

function liveBlocks(model: Model, width: number): readonly (readonly Line[])[] {
  const { transcript, queue } = model;
  const { live, running, command, waiting, question, summary } = transcript;
  const wrapped = (lines: readonly Line[]): readonly Line[] => lines.flatMap((each) => wrap(each, width));
  const blocks = [
    ...(live ? partialBlocks(live.partial) : []),
    ...(summary === null ? [] : [[[], SUMMING_UP]]),
    ...running.map(({ tool, call, output }) => [
      line(['running', 'warning'], [` · ${named(tool)} · call ${call}`, 'muted']),
      ...outputLines(output),
    ]),
    ...(command ? [commandBlock(command)] : []),
    ...(waiting.length > 0 ? [[[], waitingLine(waiting)]] : []),
    ...(queue.length > 0 ? [[[], ...queue.map(queuedLine)]] : []),
  ].map(wrapped);
  return question ? [...blocks, [[], ...questionRows(question, width, optionAt(model))]] : blocks;
}

const SUMMING_UP = line(['summing up …', 'warning'], [' · the older part of the conversation', 'muted']);

function commandBlock({ command, output }: OwnCommand): readonly Line[] {
  return [[], ...commandLines(command), line(['running', 'warning'], [' · by you', 'muted']), ...outputLines(output)];
}

/** The end of what has been written so far. */
function outputLines(output: string): readonly Line[] {
  return lastLines(output, OUTPUT_LINES_SHOWN).lines.map((each) => line([`  ${visible(each)}`, 'muted']));
}

function partialBlocks({ thoughts, actions, final, loose }: PartialReply): readonly (readonly Line[])[] {
  const blocks: (readonly Line[])[] = thoughts
    .filter((text) => text.trim() !== '')
    .map((text) => [[], line(['thought', 'label']), ...content(tail(text), 'thought')]);
  if (loose.trim() !== '') blocks.push([[], line(['aside', 'label']), ...content(tail(loose), 'muted')]);
  for (const { tool, params } of actions) {
    const values = Object.entries(params).flatMap(([name, value]) => [
      line([`  ${named(name)}:`, 'muted']),
      ...content(tail(value), 'text', '    '),
    ]);
    blocks.push([[], line([named(tool) || '…', 'action'], [' · is being written', 'muted']), ...values]);
  }
  if (final !== null && actions.length === 0) blocks.push([[], answerHeading(false), ...content(tail(final), 'text')]);
  return blocks;
}

function waitingLine(waiting: readonly Waiting[]): Line {
  return line(['to come', 'muted'], [` · ${waiting.map(({ action }) => named(action.tool)).join(', ')}`, 'muted']);
}

function queuedLine({ text, steers }: QueuedMessage): Line {
  const shown = text.length > QUEUED_SHOWN_MAX ? `${text.slice(0, QUEUED_SHOWN_MAX)}…` : text;
  return line([steers ? 'to steer' : 'queued', 'warning'], [` · ${named(shown)}`, 'person']);
}

function tail(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= LIVE_SHOWN_MAX ? trimmed : `… ${trimmed.slice(-LIVE_SHOWN_MAX)}`;
}
