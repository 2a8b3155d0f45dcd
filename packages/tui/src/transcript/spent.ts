/** What a session has used up so far, as the machine adds it up. */
import { type Context, modelOf, NO_USAGE, type UsageSum } from '@tagma/core';

export type Spent = {
  readonly usage: UsageSum;
  /** The number of the prompt that was given last. */
  readonly turn: number;
};

export const NOTHING_SPENT: Spent = { usage: NO_USAGE, turn: 0 };

export function spentAfter(before: Spent, { lastTurn, usage }: Context): Spent {
  return before.usage === usage.all && before.turn === lastTurn ? before : { usage: usage.all, turn: lastTurn };
}

/** What the person should know when a reply came whose cost is not known, the first time and where there is a limit of cost; else null. */
export function unknownCost({ usage: before }: Spent, context: Context): string | null {
  const { costMax, sessionCostMax = 0 } = context.session.settings;
  const { unpriced } = context.usage.all;
  if (costMax + sessionCostMax === 0 || before.unpriced > 0 || unpriced === 0) return null;
  return `What this reply cost is not known: the endpoint does not say it, and no prices are set for ${modelOf(context).model}. The limit of cost counts only what is known. /cost shows it.`;
}
