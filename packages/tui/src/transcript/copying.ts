/** What is taken out of the transcript: a block as it is shown, or as it came; all of it as text. */
import { visible } from '@tagma/protocol';
import { shownKey } from '../keys/shown-key.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import type { Line } from '../text/line.ts';
import { blockRows } from './block-rows.ts';
import { chosenBlock } from './choosing.ts';
import type { Item } from './items.ts';
import { diffFor } from './layout.ts';
import { endingOf, sourceOf } from './source.ts';

/** Lines of a block that is copied break where they break themselves, up to this. In columns. */
const COPIED_COLUMNS = 1_000;

export function copyBlock(model: Model): Next {
  return copied(model, (item, block) =>
    textOf(blockRows(item, COPIED_COLUMNS, 'open', diffFor(model.transcript.items, block))),
  );
}

export function copySource(model: Model): Next {
  return copied(model, (item) => visible(sourceOf(item)));
}

/** In the person's editor, where it can be searched and saved. */
export function readElsewhere(model: Model): Next {
  const meant = blockMeant(model);
  if (meant === null) return next({ ...model, notice: nothingMeant(model) });
  const { item, block } = meant;
  return next(model, {
    type: 'read-elsewhere',
    text: visible(sourceOf(item)),
    name: `${item.kind}-${block}.${endingOf(item)}`,
  });
}

function nothingMeant({ keys }: Model): string {
  return `There is no answer yet; ${shownKey(keys, 'block-up')} chooses another block.`;
}

/** The chosen block, else the last answer. */
function blockMeant(model: Model): { readonly item: Item; readonly block: number } | null {
  const { items } = model.transcript;
  let block = chosenBlock(model) ?? items.length - 1;
  if (chosenBlock(model) === null) while (block >= 0 && items.at(block)?.kind !== 'final') block -= 1;
  const item = items.at(block);
  return block < 0 || !item ? null : { item, block };
}

function copied(model: Model, textFrom: (item: Item, block: number) => string): Next {
  const meant = blockMeant(model);
  if (meant === null) return next({ ...model, notice: nothingMeant(model) });
  const text = textFrom(meant.item, meant.block);
  const lines = text.split('\n').length;
  return next(model, { type: 'copy', text, what: `${meant.item.kind}, ${lines} ${lines === 1 ? 'line' : 'lines'}` });
}

/** All that has been said, nothing of it folded. */
export function toScrollback(model: Model): Next {
  const { items } = model.transcript;
  const width = model.size.columns;
  const rows: Line[] = [];
  let block = 0;
  for (const item of items) rows.push(...blockRows(item, width, 'open', diffFor(items, block++)));
  if (rows.length === 0) return next({ ...model, notice: 'Nothing has been said yet.' });
  return next(model, { type: 'print', text: `${rows.map(inked).join('\n')}\n` });
}

/** Without the heading's blank row above, and set back. */
function textOf(rows: readonly Line[]): string {
  const lines = rows.map(inked);
  const from = lines[0] === '' ? 2 : 1;
  const body = lines.slice(from).map((each) => (each.startsWith('  ') ? each.slice(2) : each));
  return body.length === 0 ? lines.join('\n').trim() : body.join('\n');
}

function inked(row: Line): string {
  return row
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}
