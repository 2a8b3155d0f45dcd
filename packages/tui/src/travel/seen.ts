/** What is shown of a history as of a step: the transcript and the machine, folded from its steps as a live screen does it. */
import type { CallRef, Emitted } from '@tagma/core';
import type { Seen, Stop, TapeStep } from '@tagma/history';
import { startWatch, type Watch, watched } from '../machine/watch.ts';
import { NO_ITEMS } from '../transcript/item-list.ts';
import { EMPTY, type Transcript, transcriptAfter } from '../transcript/transcript.ts';

/** All that stands at a step of a history that is looked at. */
export type Shown = Stop<Sight>;

/** What a live screen would have known. */
export type Sight = {
  readonly transcript: Transcript;
  readonly watch: Watch;
  /** So many items of the session came before those of the transcript. */
  readonly dropped: number;
};

/** So many items can be scrolled back to at most; what is older is at hand by going back. */
const ITEMS_MAX = 600;

/** What a tape keeps for the screen: the transcript and what is watched, at each step. */
export const SEEN: Seen<Sight> = {
  start: { transcript: EMPTY, watch: startWatch(null), dropped: 0 },
  after,
  lightened,
};

function after(before: Sight, step: TapeStep): Sight {
  if (!step.isRecorded) return told(before, step);
  try {
    return told(before, step);
  } catch {
    // What the machine does not tell may hold anything: such a step changes nothing here, and its records are shown.
    return before;
  }
}

function told(before: Sight, { event, emitted, snapshot, isRecorded }: TapeStep): Sight {
  if (event === null) return before;
  const { transcript, watch, dropped } = before;
  const whole = isRecorded ? emitted.map((each) => withParams(each, transcript)) : emitted;
  const update = { kind: 'step', event, emitted: whole, snapshot } as const;
  // There is no screen that was there: its clock is that of the events.
  const seen = watched(watch, update, event.at, false);
  return {
    ...bounded(transcriptAfter(transcript, update), dropped),
    // What was not told by the machine has no verdicts of its guards.
    watch: isRecorded ? { ...seen, last: null } : seen,
  };
}

/** The same steps always leave the same items: the transcript at a step does not depend on the way there. */
function bounded(transcript: Transcript, dropped: number): Pick<Sight, 'transcript' | 'dropped'> {
  const { items } = transcript;
  if (items.length < ITEMS_MAX) return { transcript, dropped };
  const kept = items.last(ITEMS_MAX / 2);
  return { transcript: { ...transcript, items: kept }, dropped: dropped + items.length - kept.length };
}

function lightened({ transcript, watch, dropped }: Sight): Sight {
  return {
    transcript: { ...transcript, items: NO_ITEMS },
    watch: { ...watch, last: null },
    dropped: dropped + transcript.items.length,
  };
}

const OF_CALLS: ReadonlySet<Emitted['type']> = new Set([
  'facts.take',
  'tool.run',
  'person.ask',
  'question.ask',
  'plan.review',
]);

/** Records leave out the parameters of a call: they stand in the reply that made it. */
function withParams(emitted: Emitted, before: Transcript): Emitted {
  if (!OF_CALLS.has(emitted.type)) return emitted;
  const { call } = emitted as Emitted & CallRef;
  const params = before.waiting.find((each) => each.call === call)?.action.params ?? paramsShown(before, call);
  return { asWritten: {}, ...emitted, params } as Emitted;
}

function paramsShown({ items }: Transcript, call: number): CallRef['params'] {
  for (let place = items.length - 1; place >= 0; place--) {
    const item = items.at(place);
    if (item?.kind === 'action' && item.call === call) return item.params;
  }
  return {};
}
