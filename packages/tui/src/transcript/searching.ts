/** Looking for something in the transcript: what is typed finds, keys go from hit to hit, and back to the draft. Pure. */
import { type Composer, composed } from '../composer/composer.ts';
import { transcriptColumns, transcriptHeight } from '../screen/areas.ts';
import type { Model } from '../screen/model.ts';
import { isOpen, toggled } from './folding.ts';
import { blocksOf } from './layout.ts';
import { lookingBack, visibleRows, withRowAt } from './scrolling.ts';
import { hitAtOrBefore, hitsIn, placeOfHit, rowOfHit, type Search } from './search.ts';

/** A hit stands there, as a share of the view from its top: what is around it is seen, too. */
const HIT_SHARE = 1 / 3;

export function searchBegun(model: Model, query: string): Model {
  return searchedFor({ ...lookingBack(model), dialog: null, search: null }, composed(query));
}

/** The query has changed: the hit that is shown stays, or the next one above it is. */
export function searchEdited(model: Model, edit: (query: Composer) => Composer): Model {
  if (!model.search) return model;
  const query = edit(model.search.query);
  return query.text === model.search.query.text
    ? { ...model, search: { ...model.search, query } }
    : searchedFor(model, query);
}

/** Round the ends. */
export function hitBy(model: Model, direction: -1 | 1): Model {
  const { search } = model;
  if (!search || search.current === null) return model;
  const { total } = search.hits;
  return shown(model, { ...search, current: (search.current + direction + total) % total });
}

/** What was found stays in view, open, and is the chosen block. */
export function searchLeft(model: Model): Model {
  const { search, folding, transcript } = model;
  if (!search) return model;
  const block = search.at?.block;
  if (block === undefined) return { ...model, search: null };
  const kind = transcript.items.at(block)?.kind ?? null;
  return {
    ...model,
    search: null,
    chosen: block,
    folding: isOpen(folding, block, kind) ? folding : toggled(folding, block),
  };
}

function searchedFor(model: Model, query: Composer): Model {
  const hits = hitsIn(model.transcript.items, query.text, model.printed);
  const from = model.search?.at?.block ?? visibleRows(model).at(-1)?.block ?? 0;
  return shown(model, { query, hits, current: hitAtOrBefore(hits, from), at: null });
}

/** Opens the block of the current hit, and scrolls to it. */
function shown(model: Model, search: Search): Model {
  const place = search.current === null ? null : placeOfHit(search.hits, search.current);
  if (place === null) return { ...model, search: { ...search, at: null } };
  const { block, nth } = place;
  // Its rows are those of the open block.
  const opened = { ...model, search: { ...search, at: { block, row: 0 } } };
  const row = rowOfHit([...blocksOf(opened, transcriptColumns(opened)).rows(block)], search.query.text, nth);
  const at = { block, row };
  const found = { ...model, search: { ...search, at } };
  const isSeen = visibleRows(found).some((each) => each.block === block && each.row === row);
  return isSeen ? found : withRowAt(found, at, Math.floor(transcriptHeight(found) * HIT_SHARE));
}
