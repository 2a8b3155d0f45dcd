/** What a session has used up so far, as the machine adds it up. */
import { type Context, NO_USAGE, type UsageSum } from '@tagma/core';

export type Spent = {
  readonly usage: UsageSum;
  /** The number of the prompt that was given last. */
  readonly turn: number;
};

export const NOTHING_SPENT: Spent = { usage: NO_USAGE, turn: 0 };

export function spentAfter(before: Spent, { lastTurn, usage }: Context): Spent {
  return before.usage === usage.all && before.turn === lastTurn ? before : { usage: usage.all, turn: lastTurn };
}
