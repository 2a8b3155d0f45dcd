/** What the person has done with the course of a session, where it is told by how the session stood before: pauses, and what was taken back of the queue. */
import { stateOf, type Update } from '@tagma/core';
import type { StreamEvent } from '@tagma/stream';

type Step = Extract<Update, { kind: 'step' }>;

export type Standing = {
  /** Takes every step, in order. Gives what is told before that which has followed from it, and after. */
  readonly take: (
    step: Step,
    at: string,
  ) => { readonly before: readonly StreamEvent[]; readonly after: readonly StreamEvent[] };
};

export function createStanding(): Standing {
  let state = '';
  let waiting: readonly number[] = [];
  return {
    take({ event, snapshot }, at) {
      const [stoodIn, waited] = [state, waiting];
      state = stateOf(snapshot);
      waiting = snapshot.context.queue.map(({ message }) => message);
      const before: StreamEvent[] = [];
      const goesOn = event.type === 'resume.requested' && (stoodIn === 'paused' || stoodIn === 'failed');
      if (goesOn) before.push({ type: 'resumed', at });
      if (event.type === 'message.withdrawn' && waited.includes(event.message)) {
        before.push({ type: 'prompt_withdrawn', number: event.message, at });
      }
      return { before, after: state === 'paused' && stoodIn !== 'paused' ? [{ type: 'paused', at }] : [] };
    },
  };
}
