/** What fills the model's window, counted anew where the conversation has changed: that goes through all of it. */
import { type Context, modelOf, type WindowParts, windowPartsOf } from '@tagma/core';

const kept = new WeakMap<Context['conversation'], WindowParts>();

export function windowParts(context: Context): WindowParts {
  const known = kept.get(context.conversation);
  if (known?.windowTokens === modelOf(context).windowTokens) return known;
  const made = windowPartsOf(context);
  kept.set(context.conversation, made);
  return made;
}
