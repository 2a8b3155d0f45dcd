/** What the keys of the draft do. */

import { withQuery } from '../dialogs/list.ts';
import { inList, isList } from '../dialogs/listing.ts';
import type { ComposerCommand } from '../keys/tables/composer.ts';
import { type Model, type Next, next, type Run, type Runs } from '../screen/model.ts';
import { scrollBy } from '../transcript/commands.ts';
import { searchEdited } from '../transcript/searching.ts';
import { composerWidth } from './area.ts';
import { editDraft } from './editing.ts';
import * as edits from './edits.ts';
import * as moves from './moves.ts';
import { earlierPrompt, isShown, laterPrompt } from './prompts.ts';
import { vertical } from './rows.ts';
import { type Edit, TEXT_EDITS, type TextCommand } from './text-edits.ts';
import { written } from './wanting.ts';

export const COMPOSER_RUNS: Runs<ComposerCommand> = {
  ...editingBy(TEXT_EDITS),
  'break-line': editing(edits.breakLine),
  up: (model) => movedBy(model, -1) ?? walked(model, earlierPrompt) ?? scrollBy(model, -1),
  down: (model) => movedBy(model, 1) ?? walked(model, laterPrompt) ?? scrollBy(model, 1),
  'earlier-prompt': (model) => walked(model, earlierPrompt) ?? next(model),
  'later-prompt': (model) => walked(model, laterPrompt) ?? next(model),
  'select-up': (model) => selectedBy(model, -1),
  'select-down': (model) => selectedBy(model, 1),
  cut: (model) => toClipboard(model, edits.cutSelection),
  copy: (model) => toClipboard(model, edits.copySelection),
  'unfold-paste': editing(edits.unfold),
  'edit-draft': editDraft,
};

/** Changes the draft, or the answer that is written, or what is looked for in a list; nothing while a question has the keys. */
export function edited(model: Model, change: Edit): Next {
  if (model.search) return next(searchEdited(model, change));
  if (isList(model.dialog)) return inList(model, (list) => withQuery(list, (query) => edits.unfoldAll(change(query))));
  if (model.focus === 'question') return next(model);
  return written({ ...model, composer: change(model.composer) });
}

function editing(change: Edit): Run {
  return (model) => edited(model, change);
}

function editingBy(changes: typeof TEXT_EDITS): Runs<TextCommand> {
  // The compiler does not see that the names stay.
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, editing(change)]),
  ) as Runs<TextCommand>;
}

/** Null where the caret is in the first or the last row already, and in a prompt of before as it was. */
function movedBy(model: Model, rows: -1 | 1): Next | null {
  if (isList(model.dialog) || isShown(model)) return null;
  const moved = vertical(model.composer, composerWidth(model.size.columns), rows);
  return moved && edited(model, () => moved);
}

/** Prompts of before are for the draft alone: not for an answer, and not where the transcript gives way to a dialog. */
function walked(model: Model, walk: (model: Model) => Next | null): Next | null {
  return model.focus === 'draft' && !model.dialog ? walk(model) : null;
}

/** In the first row to its start, in the last one to its end. */
function selectedBy(model: Model, rows: -1 | 1): Next {
  const edge = rows < 0 ? moves.textStart : moves.textEnd;
  const move: Edit = (composer) => vertical(composer, composerWidth(model.size.columns), rows) ?? edge(composer);
  return edited(model, moves.selecting(move));
}

function toClipboard(model: Model, take: Edit): Next {
  const text = edits.selectedText(model.composer);
  if (text === null) return next(model);
  const after = edited(model, take);
  return { ...after, acts: [...after.acts, { type: 'copy', text }] };
}
