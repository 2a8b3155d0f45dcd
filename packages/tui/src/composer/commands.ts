/** What the keys of the draft do. */

import { withQuery } from '../dialogs/list.ts';
import { inList, isList } from '../dialogs/listing.ts';
import type { ComposerCommand } from '../keys/tables/composer.ts';
import { type Model, type Next, next, type Run, type Runs } from '../screen/model.ts';
import { scrollBy } from '../transcript/commands.ts';
import { searchEdited } from '../transcript/searching.ts';
import { composerWidth } from './area.ts';
import { type Composer, redo, undo } from './composer.ts';
import { editDraft } from './editing.ts';
import * as edits from './edits.ts';
import * as moves from './moves.ts';
import { earlierPrompt, isShown, laterPrompt } from './prompts.ts';
import { vertical } from './rows.ts';
import { written } from './wanting.ts';

export const COMPOSER_RUNS: Runs<ComposerCommand> = {
  'break-line': editing(edits.breakLine),
  left: editing(moves.left),
  right: editing(moves.right),
  up: (model) => movedBy(model, -1) ?? walked(model, earlierPrompt) ?? scrollBy(model, -1),
  down: (model) => movedBy(model, 1) ?? walked(model, laterPrompt) ?? scrollBy(model, 1),
  'earlier-prompt': (model) => walked(model, earlierPrompt) ?? next(model),
  'later-prompt': (model) => walked(model, laterPrompt) ?? next(model),
  'word-left': editing(moves.wordLeft),
  'word-right': editing(moves.wordRight),
  'line-start': editing(moves.lineStart),
  'line-end': editing(moves.lineEnd),
  'text-start': editing(moves.textStart),
  'text-end': editing(moves.textEnd),
  'select-left': selecting(moves.left),
  'select-right': selecting(moves.right),
  'select-up': (model) => selectedBy(model, -1),
  'select-down': (model) => selectedBy(model, 1),
  'select-word-left': selecting(moves.wordLeft),
  'select-word-right': selecting(moves.wordRight),
  'select-line-start': selecting(moves.lineStart),
  'select-line-end': selecting(moves.lineEnd),
  'select-text-start': selecting(moves.textStart),
  'select-text-end': selecting(moves.textEnd),
  'select-all': editing(moves.selectAll),
  'delete-left': editing(edits.deleteLeft),
  'delete-right': editing(edits.deleteRight),
  'cut-word-left': editing(edits.cutWordLeft),
  'cut-word-right': editing(edits.cutWordRight),
  'cut-to-start': editing(edits.cutToLineStart),
  'cut-to-end': editing(edits.cutToLineEnd),
  cut: (model) => toClipboard(model, edits.cutSelection),
  copy: (model) => toClipboard(model, edits.copySelection),
  'paste-cut': editing(edits.pasteCut),
  'paste-earlier-cut': editing(edits.pasteEarlierCut),
  undo: editing(undo),
  redo: editing(redo),
  'unfold-paste': editing(edits.unfold),
  'edit-draft': editDraft,
};

export type Edit = (composer: Composer) => Composer;

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

function selecting(move: moves.Move): Run {
  return editing(moves.selecting(move));
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
