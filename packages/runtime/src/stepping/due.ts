/** The one thing that cannot be kept from the machine: the answer to a request that has been cancelled, for the abort waits for it. */
import type { AgentEvent, Fact, Snapshot } from '@tagma/core';

/** Why the event cannot be kept back from the machine in this snapshot; null where it can. */
export function dueProblem(event: AgentEvent, { context }: Snapshot): string | null {
  if (!('request' in event) || !context.cancelled.includes(event.request)) return null;
  return `${event.type} answers a request that was cancelled, and the abort waits for it`;
}

/** Why the event cannot be changed to this fact; null where it can. */
export function changeProblem(event: AgentEvent, fact: Fact, snapshot: Snapshot): string | null {
  const due = dueProblem(event, snapshot);
  const answers = fact.type === event.type && 'request' in fact && 'request' in event && fact.request === event.request;
  return due === null || answers ? null : `${due}: what it is changed to must answer that too`;
}
