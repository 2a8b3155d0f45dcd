import { expect, test } from 'vitest';
import { faultOf } from './faults.ts';
import { inputOf } from './inputs.ts';

/** `npm run bench -- fuzz` takes ten times as many, others, and names the seed of one that does not come to an end. */
const INPUTS = 100_000;
/** In parts, so that none takes long on a slow machine. */
const PARTS = [0, 1, 2, 3, 4];
/** One in so many is cut in all ways. */
const THOROUGH_ONE_IN = 100;
const SHOWN_MAX = 5;

test.each(PARTS)(`${INPUTS} replies made to confuse are read without a fault: part %i`, (part) => {
  const faults: { readonly seed: number; readonly fault: string; readonly input: string }[] = [];
  for (let seed = part; seed < INPUTS && faults.length < SHOWN_MAX; seed += PARTS.length) {
    const input = inputOf(seed);
    const fault = faultOf(input, seed, Math.floor(seed / PARTS.length) % THOROUGH_ONE_IN === 0);
    if (fault) faults.push({ seed, fault, input: JSON.stringify(input) });
  }
  expect(faults).toEqual([]);
});
