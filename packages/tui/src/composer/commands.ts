/** What the keys of the draft do. */

import { withQuery } from '../dialogs/list.ts';
import { inList, isList } from '../dialogs/listing.ts';
import type { ComposerCommand } from '../keys/tables/composer.ts';
import { type Model, type Next, next, type Run, type Runs } from '../screen/model.ts';
import { scrollBy } from '../transcript/commands.ts';
import { composerWidth } from './area.ts';
import * as edit from './composer.ts';

export const COMPOSER_RUNS: Runs<ComposerCommand> = {
  'break-line': edits((composer) => edit.insert(composer, '\n')),
  left: edits(edit.left),
  right: edits(edit.right),
  up: (model) => vertical(model, -1),
  down: (model) => vertical(model, 1),
  'word-left': edits(edit.wordLeft),
  'word-right': edits(edit.wordRight),
  'line-start': edits(edit.lineStart),
  'line-end': edits(edit.lineEnd),
  'delete-left': edits(edit.deleteLeft),
  'delete-right': edits(edit.deleteRight),
  'delete-word': edits(edit.deleteWordLeft),
  'delete-to-start': edits(edit.deleteToLineStart),
  'delete-to-end': edits(edit.deleteToLineEnd),
};

export type Edit = (composer: edit.Composer) => edit.Composer;

/** Changes the draft, or the answer that is written, or what is looked for in a list; nothing while a question has the keys. */
export function edited(model: Model, change: Edit): Next {
  if (isList(model.dialog)) return inList(model, (list) => withQuery(list, change));
  if (model.focus === 'question') return next(model);
  return next({ ...model, composer: change(model.composer) });
}

function edits(change: Edit): Run {
  return (model) => edited(model, change);
}

/** Within the draft, and past its edge through the transcript: where a terminal sends its wheel as arrows, that scrolls. */
function vertical(model: Model, rows: -1 | 1): Next {
  const moved = edit.vertical(model.composer, composerWidth(model.size.columns), rows);
  return moved ? next({ ...model, composer: moved }) : scrollBy(model, rows);
}
