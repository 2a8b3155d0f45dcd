/** The block that is chosen: to another one, open and folded. What is chosen is seen. Pure. */
import { transcriptColumns, transcriptHeight } from '../screen/areas.ts';
import type { Model } from '../screen/model.ts';
import { allToggled, isOpen, toggled } from './folding.ts';
import type { Item } from './items.ts';
import { blocksOf } from './layout.ts';
import { rowOnScreen, visibleRows, withRowAt } from './scrolling.ts';

/** Blocks that there is something to do with; the others are passed. */
const CHOOSABLE: ReadonlySet<Item['kind']> = new Set<Item['kind']>([
  ...(['note', 'prompt', 'thought', 'loose', 'repair', 'action', 'observation', 'answered', 'plan'] as const),
  ...(['correction', 'final', 'failure', 'undo', 'compaction', 'shell', 'changed', 'dropped'] as const),
]);

/** The chosen block, where it is seen: nothing is done to what nobody sees. */
export function chosenBlock(model: Model): number | null {
  const { chosen, dialog } = model;
  if (chosen === null || dialog) return null;
  return visibleRows(model).some(({ block }) => block === chosen) ? chosen : null;
}

/** From the chosen block, or from the edge of what is seen. Below the newest none is chosen. */
export function chosenBy(model: Model, direction: -1 | 1): Model {
  if (model.dialog) return model;
  const { items } = model.transcript;
  let block = (chosenBlock(model) ?? edgeOf(model, direction)) + direction;
  while (block >= model.printed && block < items.length && !CHOOSABLE.has(items.at(block)?.kind ?? 'mode'))
    block += direction;
  if (block >= items.length) return { ...model, chosen: null, scroll: null };
  return block < model.printed ? model : inView({ ...model, chosen: block }, block);
}

function edgeOf(model: Model, direction: -1 | 1): number {
  const rows = visibleRows(model);
  return direction < 0 ? (rows.at(-1)?.block ?? 0) + 1 : (rows[0]?.block ?? 0) - 1;
}

/** With all of the block in view; with its beginning, where it is longer than that. */
function inView(model: Model, block: number): Model {
  const shown = visibleRows(model);
  const height = transcriptHeight(model);
  const length = blocksOf(model, transcriptColumns(model)).rows(block).length;
  if (shown.filter((each) => each.block === block).length === length) return model;
  const [top] = shown;
  const isAbove = top !== undefined && (top.block > block || (top.block === block && top.row > 0));
  if (isAbove || length >= height) return withRowAt(model, { block, row: 0 }, 0);
  return withRowAt(model, { block, row: length - 1 }, height - 1);
}

/** Chooses a block, none where there is none; the one that is chosen already is opened or folded. */
export function blockPointed(model: Model, block: number | null): Model {
  if (block !== null && block === chosenBlock(model)) return blockToggled(model);
  const kind = block === null ? undefined : model.transcript.items.at(block)?.kind;
  return { ...model, chosen: kind !== undefined && CHOOSABLE.has(kind) ? block : null };
}

export function blockToggled(model: Model, to?: 'open' | 'folded'): Model {
  const block = chosenBlock(model);
  if (block === null) return model;
  const kind = model.transcript.items.at(block)?.kind ?? null;
  if (to !== undefined && isOpen(model.folding, block, kind) === (to === 'open')) return model;
  return keptInPlace(model, block, { ...model, folding: toggled(model.folding, block) });
}

export function kindToggled(model: Model, kind: 'tools' | 'thoughts'): Model {
  const rows = visibleRows(model);
  const block = chosenBlock(model) ?? rows.find(({ row }) => row === 0)?.block ?? rows[0]?.block ?? 0;
  const after = { ...model, folding: allToggled(model.folding, kind) };
  return model.scroll === null && model.chosen === null ? after : keptInPlace(model, block, after);
}

/** Its first row stays where it stands, for it is what is looked at. */
function keptInPlace(before: Model, block: number, after: Model): Model {
  return withRowAt(after, { block, row: 0 }, Math.max(0, rowOnScreen(before, { block, row: 0 })));
}
