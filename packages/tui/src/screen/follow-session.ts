/** What a screen is told of the session that it shows, until it shows another one. */
import type { Update } from '@tagma/core';
import type { SteppingState } from '../machine/stepping.ts';
import type { Leaving, ShownSession } from './doors.ts';

export type Listeners = {
  readonly onUpdate: (update: Update) => void;
  readonly onStepping: (state: SteppingState) => void;
  /** The session is over, or cannot go on. */
  readonly leave: (leaving: Leaving) => void;
};

/** Says at once how events are held. Gives a function that ends it. */
export function followSession(
  { session, closed, stepping }: ShownSession,
  { onUpdate, onStepping, leave }: Listeners,
): () => void {
  let ended = false;
  const stop = session.subscribe((update) => {
    onUpdate(update);
    if (update.kind === 'step' && update.event.type === 'session.ended') leave({ kind: 'session-ended' });
  });
  closed?.then(() => {
    if (!ended) leave({ kind: 'closed' });
  });
  const stopStepping = stepping?.subscribe(onStepping);
  if (stepping) onStepping(stepping.state());
  return () => {
    ended = true;
    stopStepping?.();
    stop();
  };
}
