/** How full the model's window is. Counted anew where the conversation has changed: that goes through all of it. */
import { type Context, modelOf, sizeOf } from '@tagma/core';

export type Figures = {
  /** Of the next request, as estimated and corrected by what the endpoint has counted. */
  readonly contextTokens: number;
  /** 0 where the window is not known. */
  readonly windowTokens: number;
  readonly counted: Context['conversation'] | null;
};

export const NO_FIGURES: Figures = { contextTokens: 0, windowTokens: 0, counted: null };

export function figuresAfter(before: Figures, context: Context): Figures {
  const { windowTokens } = modelOf(context);
  const { conversation: counted } = context;
  if (before.counted === counted && before.windowTokens === windowTokens) return before;
  const contextTokens = before.counted === counted ? before.contextTokens : sizeOf(context);
  return { contextTokens, windowTokens, counted };
}
