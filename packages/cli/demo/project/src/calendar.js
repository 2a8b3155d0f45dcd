import { overlaps } from './range.js';

const STEP_MINUTES = 15;

/**
 * The first minute of the day, in steps of a quarter of an hour, at which a meeting of the wanted length can begin;
 * null where the day is full.
 */
export function firstFree(booked, wantedMinutes, day) {
  for (let start = day.start; start + wantedMinutes <= day.end; start += STEP_MINUTES) {
    const slot = { start, end: start + wantedMinutes };
    if (!booked.some((meeting) => overlaps(meeting, slot))) return start;
  }
  return null;
}
