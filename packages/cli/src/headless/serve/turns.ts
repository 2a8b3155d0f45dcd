/** Requests that are answered by the end of a turn: each prompt by the turn that it begins. */
import type { Result, StreamCommand, StreamEvent } from '@tagma/stream';

export type Turns<Id> = {
  /** A request that is about to be carried out; most have nothing to wait for. */
  readonly awaited: (type: StreamCommand['type'], id: Id) => void;
  /** It was not carried out. */
  readonly dropped: (id: Id) => void;
  /** Takes every event, in order. Gives the requests that it answers, and with what. */
  readonly take: (event: StreamEvent) => readonly { readonly id: Id; readonly result: Result }[];
  /** Those that no turn answers any more. */
  readonly left: () => readonly Id[];
};

/** Whether a command is over only with the turn that it begins. */
export function endsWithTurn(type: StreamCommand['type']): boolean {
  return type === 'prompt' || type === 'resume';
}

export function createTurns<Id>(): Turns<Id> {
  /** Said, and not recorded; recorded, and waiting; in the turn that runs. */
  let said: Id[] = [];
  let waiting: Id[] = [];
  let running: Id[] = [];
  return {
    awaited(type, id) {
      if (type === 'prompt') said.push(id);
      if (type === 'resume') running.push(id);
    },
    dropped(id) {
      said = said.filter((one) => one !== id);
      running = running.filter((one) => one !== id);
    },
    take(event) {
      if (event.type === 'prompt' && !event.steers) {
        const [first, ...rest] = said;
        said = rest;
        if (first !== undefined) waiting.push(first);
        // What waited, because the turn before came to no answer, goes with it.
        if (!event.waits) [running, waiting] = [[...running, ...waiting], []];
      }
      if (event.type === 'prompt_taken' && !event.steers) {
        const [first, ...rest] = waiting;
        waiting = rest;
        if (first !== undefined) running.push(first);
      }
      if (event.type !== 'result') return [];
      const answered = running.map((id) => ({ id, result: event }));
      running = [];
      return answered;
    },
    left() {
      const all = [...running, ...waiting, ...said];
      [said, waiting, running] = [[], [], []];
      return all;
    },
  };
}
