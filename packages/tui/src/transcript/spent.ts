/** What a session has used up so far: of each prompt the machine counts it anew, here it is added up. */
import type { Context } from '@tagma/core';

export type Spent = {
  /** Sent and received, as the endpoint counts them; where it does not, as estimated. */
  readonly tokens: number;
  /** In the endpoint's own unit of money; null where it never said. */
  readonly cost: number | null;
  /** What of it is for the prompt that was given last. */
  readonly turn: { readonly number: number; readonly tokens: number; readonly cost: number };
};

export const NOTHING_SPENT: Spent = { tokens: 0, cost: null, turn: { number: 0, tokens: 0, cost: 0 } };

export function spentAfter(before: Spent, { lastTurn, turn: { tokens, cost } }: Context): Spent {
  const { turn } = before;
  if (turn.number === lastTurn && turn.tokens === tokens && turn.cost === cost) return before;
  const known = turn.number === lastTurn ? turn : { tokens: 0, cost: 0 };
  const added = cost - known.cost;
  return {
    tokens: before.tokens + tokens - known.tokens,
    cost: before.cost === null && added === 0 ? null : (before.cost ?? 0) + added,
    turn: { number: lastTurn, tokens, cost },
  };
}
