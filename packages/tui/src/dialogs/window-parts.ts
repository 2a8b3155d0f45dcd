/** What fills the model's window, counted anew where the conversation has changed: that goes through all of it. */
import { type Context, modelOf, type WindowParts, windowPartsOf } from '@tagma/core';

type Kept = { readonly made: WindowParts; readonly systemSent: Context['systemSent'] };

const kept = new WeakMap<Context['conversation'], Kept>();

export function windowParts(context: Context): WindowParts {
  const { conversation, systemSent } = context;
  const known = kept.get(conversation);
  if (known?.made.windowTokens === modelOf(context).windowTokens && known.systemSent === systemSent) return known.made;
  const made = windowPartsOf(context);
  kept.set(conversation, { made, systemSent });
  return made;
}
