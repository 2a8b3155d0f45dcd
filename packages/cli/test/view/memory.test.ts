/** What V8 is told for a view is taken back: the tag of its code cache is made of all its flags. */
import { cachedDataVersionTag } from 'node:v8';
import { expect, test } from 'vitest';
import { holdMemorySmall } from '../../src/view/memory.ts';

test('V8 is as before once a view is left', () => {
  const before = cachedDataVersionTag();
  const letGo = holdMemorySmall();
  expect(cachedDataVersionTag()).not.toBe(before);
  letGo();
  expect(cachedDataVersionTag()).toBe(before);
});
