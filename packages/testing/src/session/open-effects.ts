/** Which effects wait for their answer. */
import type { AgentEvent, Effect, Emitted } from '@tagma/core';
import { isQuestion } from './person.ts';

/** An effect that waits for its answer. */
export type OpenEffect = Extract<Effect, { readonly id: number }>;

export type OpenEffects = {
  readonly take: (event: AgentEvent, emitted: readonly Emitted[]) => void;
  /** In the order in which they were asked for. */
  readonly all: () => readonly OpenEffect[];
  readonly has: (id: number) => boolean;
};

export function openEffects(): OpenEffects {
  const open = new Map<number, OpenEffect>();
  return {
    take(event, emitted) {
      if (event.type === 'session.resumed' && !isIgnored(emitted)) open.clear();
      if (answers(event, emitted)) open.delete(event.request);
      for (const one of emitted) {
        if ('id' in one) open.set(one.id, one);
        if (one.type === 'turn.end') dropQuestions(open);
      }
    },
    all: () => [...open.values()],
    has: (id) => open.has(id),
  };
}

/** Whether it ends what it answers. A plan that has been read still waits for the person, and one that has not, too. */
function answers(event: AgentEvent, emitted: readonly Emitted[]): event is AgentEvent & { readonly request: number } {
  if (!('request' in event) || event.type === 'plan.presented') return false;
  return event.type !== 'plan.answered' || !isIgnored(emitted);
}

/** Whether no state took the event of this step. */
export function isIgnored(emitted: readonly Emitted[]): boolean {
  return emitted.some(({ type }) => type === 'event.ignored');
}

/** A turn that was aborted while a question was open does not wait for the answer. */
function dropQuestions(open: Map<number, OpenEffect>): void {
  for (const [id, effect] of open) if (isQuestion(effect)) open.delete(id);
}
