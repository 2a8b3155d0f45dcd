/** What of a history a person looks for: where turns begin, where somebody decided, where something failed. */
import { type AgentEvent, type Emitted, isAtRest } from '@tagma/core';
import { Numbers } from './numbers.ts';

const PROMPTS: ReadonlySet<string> = new Set(['prompt.given', 'steer.given']);
const ANSWERS: ReadonlySet<string> = new Set(['permission.answered', 'plan.answered', 'limit.answered']);
const BAD_OUTCOMES: ReadonlySet<string> = new Set(['error', 'timeout']);
const BAD_ENDS: ReadonlySet<string> = new Set(['failed', 'limit', 'uncorrected']);

/** The records of the events that the marks are about, each list ascending. */
export class Marks {
  /** What begins a turn. */
  readonly turns = new Numbers();
  /** What was not simply let through: a person was asked or answered, or a call was denied. */
  readonly decisions = new Numbers();
  /** A request, a call or a turn that failed. */
  readonly failures = new Numbers();

  take(record: number, step: MarkedStep): void {
    if (beginsTurn(step)) this.turns.push(record);
    if (isDecision(step)) this.decisions.push(record);
    if (isFailure(step)) this.failures.push(record);
  }

  /** Takes back those from this record on. */
  cutFrom(record: number): void {
    for (const list of [this.turns, this.decisions, this.failures]) {
      let length = list.length;
      while (length > 0 && list.at(length - 1) >= record) length -= 1;
      list.cut(length);
    }
  }
}

export type MarkedStep = {
  readonly event: AgentEvent;
  readonly emitted: readonly Emitted[];
  /** The states before it and after it. */
  readonly before: string;
  readonly after: string;
};

/** Also what has waited for the end of the turn before. */
function beginsTurn({ event, emitted, before, after }: MarkedStep): boolean {
  if (isAtRest(after)) return false;
  return (PROMPTS.has(event.type) && isAtRest(before)) || emitted.some(({ type }) => type === 'turn.end');
}

function isDecision({ event, emitted }: MarkedStep): boolean {
  if (ANSWERS.has(event.type)) return true;
  return emitted.some((one) => one.type === 'call.judged' && one.decision?.verdict !== 'allow');
}

function isFailure({ event, emitted }: MarkedStep): boolean {
  if (event.type === 'reply.failed') return true;
  if (event.type === 'tool.ended' && BAD_OUTCOMES.has(event.outcome?.status ?? '')) return true;
  return emitted.some((one) => one.type === 'turn.end' && BAD_ENDS.has(one.result?.kind ?? ''));
}
