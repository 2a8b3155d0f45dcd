import { expect, test } from 'vitest';
import { faultOf, inputOf } from './input-fuzz.ts';

const INPUTS = 5_000;

// A million others: npm run bench -- input
test(`${INPUTS} inputs made to confuse are what they are however they are cut, and the next key counts`, () => {
  const faults: string[] = [];
  for (let seed = 1; seed <= INPUTS; seed++) {
    const bytes = inputOf(seed);
    const fault = faultOf(bytes, seed);
    if (fault) faults.push(`seed ${seed}: ${fault}\n${JSON.stringify(bytes.toString('latin1'))}`);
  }
  expect(faults).toEqual([]);
});

test('a seed gives the same bytes again', () => {
  expect(inputOf(7).equals(inputOf(7))).toBe(true);
  expect(inputOf(7).equals(inputOf(8))).toBe(false);
});
