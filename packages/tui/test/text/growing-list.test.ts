import { expect, test } from 'vitest';
import { GrowingList } from '../../src/text/growing-list.ts';

const [a, b, c] = ['a', 'b', 'c'];

test('a list that has grown leaves the one before as it was', () => {
  const none = GrowingList.of<string>();
  const one = none.with(a);
  const two = one.with(b, c);
  expect([[...none], [...one], [...two]]).toEqual([[], [a], [a, b, c]]);
});

test('two lists that grow from the same one know nothing of each other', () => {
  const one = GrowingList.of([a]);
  const [left, right] = [one.with(b), one.with(c)];
  expect([[...one], [...left], [...right], [...left.with(c)]]).toEqual([[a], [a, b], [a, c], [a, b, c]]);
});

test('places count from the front, or from the end, and there is nothing beyond', () => {
  const list = GrowingList.of([a, b]).with(c);
  const shorter = GrowingList.of([a]);
  shorter.with(b);
  expect([list.at(0), list.at(-1), list.at(3), list.at(-4), shorter.at(1), shorter.length]).toEqual([
    ...[a, c, undefined, undefined, undefined, 1],
  ]);
});

test('the last of them are a list of their own', () => {
  const list = GrowingList.of([a, b, c]);
  expect([[...list.last(2)], [...list.last(9)]]).toEqual([
    [b, c],
    [a, b, c],
  ]);
});
