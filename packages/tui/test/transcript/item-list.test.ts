import { expect, test } from 'vitest';
import { ItemList, NO_ITEMS } from '../../src/transcript/item-list.ts';
import type { Item } from '../../src/transcript/items.ts';

const item = (text: string): Item => ({ kind: 'prompt', text });
const [a, b, c] = [item('a'), item('b'), item('c')];

test('a list that has grown leaves the one before as it was', () => {
  const one = NO_ITEMS.with(a);
  const two = one.with(b, c);
  expect([[...NO_ITEMS], [...one], [...two]]).toEqual([[], [a], [a, b, c]]);
});

test('two lists that grow from the same one know nothing of each other', () => {
  const one = ItemList.of([a]);
  const [left, right] = [one.with(b), one.with(c)];
  expect([[...one], [...left], [...right], [...left.with(c)]]).toEqual([[a], [a, b], [a, c], [a, b, c]]);
});

test('places count from the front, or from the end, and there is nothing beyond', () => {
  const list = ItemList.of([a, b]).with(c);
  const shorter = ItemList.of([a]);
  shorter.with(b);
  expect([list.at(0), list.at(-1), list.at(3), list.at(-4), shorter.at(1), shorter.length]).toEqual([
    ...[a, c, undefined, undefined, undefined, 1],
  ]);
});

test('the last of them are a list of their own', () => {
  const list = ItemList.of([a, b, c]);
  expect([[...list.last(2)], [...list.last(9)]]).toEqual([
    [b, c],
    [a, b, c],
  ]);
});
