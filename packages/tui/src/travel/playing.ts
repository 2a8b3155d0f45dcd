/** A history that plays: each step comes as long after the one before as it did then, or so many times sooner. */
import { forward } from './moving.ts';
import { dueAfter } from './pace.ts';
import { onward, type Speed, type Travel, type TravelNext } from './travel.ts';

const FASTER: { readonly [speed in Speed]: Speed } = { 1: 4, 4: 16, 16: 1 };

export function playOrPause(travel: Travel, at: number): TravelNext {
  if (travel.playing) return onward({ ...travel, playing: null });
  if (travel.stop === null) return onward(travel);
  return onward({ ...travel, playing: { due: dueAfter(travel.stop, travel.speed, at) } });
}

export function nextSpeed(travel: Travel, at: number): TravelNext {
  const speed = FASTER[travel.speed];
  const { stop, playing } = travel;
  return onward({ ...travel, speed, playing: playing && stop && { due: dueAfter(stop, speed, at) } });
}

/** The time of the next step has come. */
export function due(travel: Travel): TravelNext {
  if (!travel.playing) return onward(travel);
  return forward({ ...travel, playing: { due: null } }, 'steps');
}
