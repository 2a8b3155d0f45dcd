/** What each turn has sent and received: of a session its last turns, for whoever wants to know what it cost. */
import { type AgentEvent, type Context, estimateTokens } from '@tagma/core';

export type TurnUsage = {
  readonly turn: number;
  /** The beginning of what it was given to do. */
  readonly task: string;
  readonly replies: number;
  /** Tokens, as the endpoint counts them; `estimated` where it did not always. */
  readonly sent: number;
  readonly received: number;
  /** Of what was sent, what the endpoint had in its cache. */
  readonly cached: number;
  readonly estimated: boolean;
  /** In the endpoint's own unit of money; null where it never said. */
  readonly cost: number | null;
};

/** The last one last. */
export type Ledger = readonly TurnUsage[];

export const NO_LEDGER: Ledger = [];

const TURNS_MAX = 100;
/** Code units of a task. */
const TASK_LENGTH_MAX = 200;

export function ledgerAfter(before: Ledger, event: AgentEvent, { lastTurn, turn }: Context): Ledger {
  if (event.type !== 'reply.ended') return before;
  const last = before.at(-1);
  const known = last?.turn === lastTurn ? last : blank(lastTurn, turn.task);
  const { usage } = event;
  // The machine has counted what the endpoint did not.
  const all = turn.tokens - known.sent - known.received;
  const received = usage?.output ?? Math.min(estimateTokens(event.text + event.reasoning), Math.max(all, 0));
  const after: TurnUsage = {
    ...known,
    replies: known.replies + 1,
    sent: known.sent + (usage?.input ?? Math.max(all - received, 0)),
    received: known.received + received,
    cached: known.cached + (usage?.cached ?? 0),
    estimated: known.estimated || usage === null,
    cost: usage?.cost === undefined ? known.cost : (known.cost ?? 0) + usage.cost,
  };
  const others = last?.turn === lastTurn ? before.slice(0, -1) : before;
  return [...others.slice(-TURNS_MAX + 1), after];
}

function blank(turn: number, task: string): TurnUsage {
  const figures = { replies: 0, sent: 0, received: 0, cached: 0, estimated: false, cost: null };
  return { turn, task: task.slice(0, TASK_LENGTH_MAX), ...figures };
}
