/** What each turn has used up: of a session its last turns, for whoever wants to know what it cost. */
import type { Context, UsageSum } from '@tagma/core';

export type TurnUsage = {
  readonly turn: number;
  /** The beginning of what it was given to do. */
  readonly task: string;
  readonly usage: UsageSum;
};

/** The last one last. */
export type Ledger = readonly TurnUsage[];

export const NO_LEDGER: Ledger = [];

const TURNS_MAX = 100;
/** Code units of a task. */
const TASK_LENGTH_MAX = 200;

export function ledgerAfter(before: Ledger, { lastTurn, turn: { usage, task } }: Context): Ledger {
  const last = before.at(-1);
  const isSame = last?.turn === lastTurn;
  if (isSame ? last.usage === usage : usage.replies === 0) return before;
  const others = isSame ? before.slice(0, -1) : before;
  return [...others.slice(-TURNS_MAX + 1), { turn: lastTurn, task: task.slice(0, TASK_LENGTH_MAX), usage }];
}
