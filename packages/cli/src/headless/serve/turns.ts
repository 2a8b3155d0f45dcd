/** Requests that are answered by the end of a turn: each prompt by the turn that it begins. */
import type { Result, StreamEvent } from '@tagma/stream';

export type Turns<Id> = {
  /** A request that is about to be carried out, and is over only with a turn. */
  readonly awaited: (type: 'prompt' | 'resume', id: Id) => void;
  /** It was not carried out. */
  readonly dropped: (id: Id) => void;
  /** Takes every event, in order. Gives the requests that it answers, and with what: null where the prompt was taken back. */
  readonly take: (event: StreamEvent) => readonly { readonly id: Id; readonly result: Result | null }[];
  /** Those that no turn answers any more. */
  readonly left: () => readonly Id[];
};

type Waiting<Id> = { readonly id: Id; readonly number: number | undefined };

export function createTurns<Id>(): Turns<Id> {
  /** Said, and not recorded; recorded, and waiting; in the turn that runs. */
  let said: Id[] = [];
  let waiting: Waiting<Id>[] = [];
  let running: Id[] = [];

  const given = ({ steers, waits, number }: Extract<StreamEvent, { type: 'prompt' }>) => {
    const [first, ...rest] = steers ? [] : said;
    if (!steers) said = rest;
    if (first !== undefined) waiting.push({ id: first, number });
    // What waited, because the turn before came to no answer, goes with it.
    if (!waits) [running, waiting] = [[...running, ...idsOf(waiting)], []];
  };
  const leaving = (number: number): readonly Id[] => {
    const gone = waiting.filter((one) => one.number === number);
    waiting = waiting.filter((one) => one.number !== number);
    return idsOf(gone);
  };

  return {
    awaited: (type, id) => void (type === 'prompt' ? said : running).push(id),
    dropped(id) {
      said = said.filter((one) => one !== id);
      running = running.filter((one) => one !== id);
    },
    take(event) {
      if (event.type === 'prompt') given(event);
      if (event.type === 'prompt_taken') running.push(...leaving(event.number));
      if (event.type === 'prompt_withdrawn') return leaving(event.number).map((id) => ({ id, result: null }));
      if (event.type !== 'result') return [];
      const answered = running.map((id) => ({ id, result: event }));
      running = [];
      return answered;
    },
    left() {
      const all = [...running, ...idsOf(waiting), ...said];
      [said, waiting, running] = [[], [], []];
      return all;
    },
  };
}

function idsOf<Id>(waiting: readonly Waiting<Id>[]): Id[] {
  return waiting.map(({ id }) => id);
}
