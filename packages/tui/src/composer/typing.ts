/** What becomes of text that is typed or pasted. Pure. */
import { shownQuestion } from '../dialogs/answering.ts';
import { withQuery } from '../dialogs/list.ts';
import { inList, isList } from '../dialogs/listing.ts';
import { withoutDialog } from '../dialogs/opening.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { searchEdited } from '../transcript/searching.ts';
import { type Composer, insert, paste } from './composer.ts';
import { written } from './wanting.ts';

/** Who types at a list looks for something in it. Who types at a question writes a draft, and keeps the keys for it. A question that cannot be seen lets no text by. */
export function typed(model: Model, text: string): Next {
  return added(model, (composer) => insert(composer, text));
}

/** A long paste stands in the draft as a chip; a list looks for the words of it. */
export function pasted(model: Model, text: string): Next {
  return model.search || isList(model.dialog)
    ? typed(model, text.replaceAll('\n', ' '))
    : added(model, (composer) => paste(composer, text));
}

function added(model: Model, add: (composer: Composer) => Composer): Next {
  if (model.search) return next(searchEdited(model, add));
  if (isList(model.dialog)) return inList(model, (list) => withQuery(list, add));
  if (model.focus === 'question' && shownQuestion(model) === null) return next(model);
  const focus = model.focus === 'question' ? 'draft' : model.focus;
  return written({ ...withoutDialog(model), focus, composer: add(model.composer) });
}
