/** What a screen is told of the session that it shows, until it shows another one. */
import type { Update } from '@tagma/core';
import type { SteppingState } from '../machine/stepping.ts';
import type { Leaving, ShownSession } from './doors.ts';
import { type Streams, streamsAfter } from './streams.ts';

export type Listeners = {
  readonly onUpdate: (update: Update) => void;
  /** Something has streamed in. It is told when it is asked for, and before anything else is. */
  readonly onStream: () => void;
  readonly onStepping: (state: SteppingState) => void;
  /** The session is over, or cannot go on. */
  readonly leave: (leaving: Leaving) => void;
};

export type Following = {
  /** Tells what has streamed in. */
  readonly catchUp: () => void;
  /** Tells that, and then nothing any more. */
  readonly stop: () => void;
};

/** Says at once how events are held. */
export function followSession(
  { session, closed, stepping }: ShownSession,
  { onUpdate, onStream, onStepping, leave }: Listeners,
): Following {
  let streams: Streams = [];
  let ended = false;
  function catchUp(): void {
    const told = streams;
    streams = [];
    for (const update of told) onUpdate(update);
  }
  const stop = session.subscribe((update) => {
    if (update.kind !== 'step') {
      streams = streamsAfter(streams, update);
      onStream();
      return;
    }
    catchUp();
    onUpdate(update);
    if (update.event.type === 'session.ended') leave({ kind: 'session-ended' });
  });
  closed?.then(() => {
    if (!ended) leave({ kind: 'closed' });
  });
  const stopStepping = stepping?.subscribe(onStepping);
  if (stepping) onStepping(stepping.state());
  return {
    catchUp,
    stop() {
      ended = true;
      stopStepping?.();
      stop();
      catchUp();
    },
  };
}
