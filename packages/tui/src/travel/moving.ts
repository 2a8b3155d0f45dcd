/** How one moves through a history. Pure: where one stands to where one wants to go. */
import type { TapeKnown } from '@tagma/history';
import { type Goal, lastBefore, type Marked, resolved } from './goal.ts';
import { dueAfter } from './pace.ts';
import { readAt } from './reading.ts';
import type { Shown } from './seen.ts';
import { onward, span, type Travel, type TravelNext } from './travel.ts';

/** Goes there, now or as soon as it has been read. Whoever goes to the end stays there, whatever is written behind it. */
export function towards(before: Travel, goal: Goal): TravelNext {
  const travel = { ...before, following: goal.kind === 'last' };
  const where = resolved(goal, travel.known);
  if (where.at === 'record') return onward({ ...travel, goal: null }, { type: 'go', record: where.record });
  if (where.at === 'wait') return onward({ ...travel, goal });
  return onward({ ...travel, goal: null, playing: null, notice: where.message });
}

export function forward(travel: Travel, mark: Marked): TravelNext {
  return towards(travel, { kind: 'next', mark, from: span(travel).first });
}

export function backward(travel: Travel, mark: Marked): TravelNext {
  const record = lastBefore(travel.known[mark], span(travel).first);
  if (record === null) return onward({ ...travel, goal: null, notice: FIRST[mark] });
  return towards(travel, { kind: 'record', record });
}

const FIRST: { readonly [mark in Marked]: string } = {
  steps: 'This is the first step.',
  turns: 'There is no turn before this one.',
  decisions: 'There is no such decision before this.',
  failures: 'Nothing before this has failed.',
};

/** One record on or back; past the step that is looked at, to the one beside it. */
export function byRecord(travel: Travel, by: 1 | -1): TravelNext {
  const { first, last } = span(travel);
  const record = travel.record + by;
  if (record >= first && record <= last) return onward({ ...travel, record, recordRow: 0, following: false });
  if (record < 1) return onward({ ...travel, notice: FIRST.steps });
  const list = travel.known.steps;
  // Where records are lost the one beside it may have another number.
  if (by > 0) return towards(travel, { kind: 'next', mark: 'steps', from: first });
  return lastBefore(list, first) === null
    ? onward({ ...travel, notice: FIRST.steps })
    : towards(travel, { kind: 'record', record });
}

/** What stands at a record is here. `at`, in ms, on the clock of `press`. */
export function arrived(travel: Travel, stop: Shown, record: number, at: number): TravelNext {
  const last = stop.records.at(-1)?.n ?? record;
  const first = stop.records[0]?.n ?? record;
  return onward({
    ...travel,
    stop,
    record: Math.min(Math.max(record, first), last),
    goal: null,
    recordRow: 0,
    reading: readAt(travel, stop),
    playing: travel.playing && { due: dueAfter(stop, travel.speed, at) },
  });
}

/** More has been read. Whoever waits for it goes on, and whoever stands at the end, unless he looks at something there. */
export function readOn(travel: Travel, known: TapeKnown): TravelNext {
  const next = { ...travel, known };
  if (travel.goal !== null) return towards(next, travel.goal);
  const hasMore = known.isWhole && known.read > span(travel).last;
  return travel.following && hasMore && !isReading(travel) ? towards(next, { kind: 'last' }) : onward(next);
}

function isReading({ reading, recordRow, asking, help }: Travel): boolean {
  const { scroll, chosen, search } = reading;
  return [scroll, chosen, search, asking, help].some((each) => each !== null) || recordRow > 0;
}
