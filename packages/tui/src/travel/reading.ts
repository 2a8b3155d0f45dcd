/**
 * The transcript as of a step, read as on the screen of its session: by the same model, so that blocks are chosen, folded,
 * copied and opened, and texts found, by what does it there. Pure.
 */
import { type Act, type Model, type Next, startModel } from '../screen/model.ts';
import type { Size } from '../text/cells.ts';
import type { TranscriptAct } from '../transcript/acts.ts';
import { travelAreas } from './areas.ts';
import type { Shown } from './seen.ts';
import { onward, type Travel, type TravelNext } from './travel.ts';

const STATUS = { model: '', folder: '', mode: 'default' } as const;

/** As that screen was at that moment, with what is looked at of it now. */
export function modelAt({ seen, snapshot }: Shown, size: Size): Model {
  return startModel(STATUS, size, { earlier: { transcript: seen.transcript, snapshot } });
}

/** The same in the room that there is for it here. */
export function readModel(travel: Travel, stop: Shown): Model {
  const { keys, reading } = travel;
  return { ...modelAt(stop, travel.size), ...reading, keys, room: travelAreas(travel).transcript };
}

/** A change of it, as it would be made on that screen. What that wants done beyond the transcript is not to be had here. */
export function readBy(travel: Travel, change: (model: Model) => Next): TravelNext {
  if (!travel.stop) return onward(travel);
  try {
    const { model, acts } = change(readModel(travel, travel.stop));
    const { scroll, folding, chosen, search, pointer, notice } = model;
    return onward(
      { ...travel, reading: { scroll, folding, chosen, search, pointer }, notice },
      ...acts.filter(isOfTranscript),
    );
  } catch (error) {
    // As recorded, by whoever that was, it may hold anything.
    if (!travel.stop.isRecorded) throw error;
    return onward(travel);
  }
}

function isOfTranscript(act: Act): act is Exclude<TranscriptAct, { type: 'print' }> {
  return act.type === 'copy' || act.type === 'read-elsewhere';
}

/** What is open at one step is at the next: a block is known by its place in the whole session. */
export function readAt({ reading, stop: before }: Travel, stop: Shown): Travel['reading'] {
  if (before?.step === stop.step) return reading;
  const shift = (before?.seen.dropped ?? 0) - stop.seen.dropped;
  const { folding, chosen, pointer } = reading;
  const other = new Set([...folding.other].map((block) => block + shift).filter((block) => block >= 0));
  const place = chosen === null ? -1 : chosen + shift;
  const isThere = place >= 0 && place < stop.seen.transcript.items.length;
  return { scroll: null, folding: { ...folding, other }, chosen: isThere ? place : null, search: null, pointer };
}
