/** Chance for tests: the same seed, the same course. */

/** A number from 0 to 1, without 1, at each call. */
export type Chance = () => number;

/** A number from 0 on, below `sides`. */
export type Roll = (sides: number) => number;

/** Mulberry32. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Small numbers, which is all that a walk needs. */
export function dice(seed: number): Roll {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % sides;
  };
}
