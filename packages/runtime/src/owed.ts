/**
 * Answers that somebody keeps back: the gate has dropped them, or the session stopped before their effect began. Once
 * their request is cancelled the machine waits for nothing else, and they are handed in.
 */
import type { Effect, Fact } from '@tagma/core';

export type Owed = {
  readonly keep: (answer: Fact) => void;
  /** A request is cancelled. Gives the answer to hand in, if it was kept back. */
  readonly cancel: (request: number) => Fact | undefined;
  /** Whether the machine, having cancelled the request that this answers, waits for this. */
  readonly isDue: (answer: Fact) => boolean;
  /** The machine has been told. */
  readonly settle: (fact: Fact) => void;
};

export function createOwed(): Owed {
  const kept = new Map<number, Fact>();
  const cancelled = new Set<number>();
  return {
    keep(answer) {
      const request = requestOf(answer);
      if (request !== null) kept.set(request, answer);
    },
    cancel(request) {
      cancelled.add(request);
      const answer = kept.get(request);
      kept.delete(request);
      return answer;
    },
    isDue(answer) {
      const request = requestOf(answer);
      return request !== null && cancelled.has(request);
    },
    settle(fact) {
      const request = requestOf(fact);
      if (request === null) return;
      kept.delete(request);
      cancelled.delete(request);
    },
  };
}

/** Whether `fact` does for the machine what `answer` would have done. */
export function answersLike(fact: Fact, answer: Fact): boolean {
  return requestOf(answer) === null || (fact.type === answer.type && requestOf(fact) === requestOf(answer));
}

/** What an effect that is cancelled before it has begun is answered with; null where a cancel asks for no answer. */
export function unbegun(effect: Effect): Fact | null {
  switch (effect.type) {
    case 'model.ask':
    case 'summary.ask':
      return { type: 'reply.ended', request: effect.id, text: '', reasoning: '', finish: 'aborted', usage: null };
    case 'tool.run': {
      const content = `${effect.tool} was not run: the session was stopped before it began.`;
      return {
        type: 'tool.ended',
        request: effect.id,
        outcome: { status: 'aborted', content, details: {} },
        durationMs: 0,
      };
    }
    case 'undo.run': {
      const content = 'Nothing was taken back: the session was stopped before that began.';
      return { type: 'undo.ended', request: effect.id, outcome: { status: 'aborted', content, details: {} } };
    }
    case 'shell.run': {
      const outcome = { status: 'aborted', content: 'It was stopped before it began.', details: {} } as const;
      return { type: 'shell.ended', request: effect.id, outcome, durationMs: 0 };
    }
    case 'hook.run':
      return { type: 'hook.ended', request: effect.id, point: effect.point, outcome: null, ran: [] };
    case 'timer.start':
      return { type: 'timer.fired', request: effect.id };
    default:
      return null;
  }
}

function requestOf(fact: Fact): number | null {
  return 'request' in fact ? fact.request : null;
}
