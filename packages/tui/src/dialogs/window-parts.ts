/** What fills the model's window, counted anew where what it comes from has changed: that goes through the whole conversation. */
import { type Context, modelOf, type WindowParts, windowPartsOf } from '@tagma/core';

type Kept = { readonly made: WindowParts; readonly from: readonly unknown[] };

const kept = new WeakMap<Context['conversation'], Kept>();

export function windowParts(context: Context): WindowParts {
  const { conversation, session, systemSent, tokensRatio, imagesSent } = context;
  const from = [session, systemSent, tokensRatio, imagesSent, modelOf(context).windowTokens];
  const known = kept.get(conversation);
  if (known?.from.every((one, at) => one === from[at])) return known.made;
  const made = windowPartsOf(context);
  kept.set(conversation, { made, from });
  return made;
}
