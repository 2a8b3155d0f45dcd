/** An event that is edited in the draft, behind the command that changes it. Pure. */
import { composed } from '../composer/composer.ts';
import type { Model } from '../screen/model.ts';

/** The draft holds nothing else by then: letters are no commands where it does. */
export function editedInDraft(model: Model, text: string): Model {
  if (model.composer.text !== '') return model;
  const composer = composed(`/edit ${text.trim()}`, model.composer);
  return { ...model, composer, focus: model.focus === 'question' ? 'draft' : model.focus };
}
