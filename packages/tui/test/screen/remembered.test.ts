import { expect, test } from 'vitest';
import { remembered } from '../../src/screen/remembered.ts';

test('what is asked for with the very same values is made once, and anew where one is another', () => {
  const made: string[] = [];
  const joined = remembered((first: object, second: number) => {
    made.push(`${JSON.stringify(first)} ${second}`);
    return { made: made.length };
  });
  const a = { a: 1 };
  const results = [joined(a, 1), joined(a, 1), joined({ a: 1 }, 1), joined(a, 1), joined(a, 2), joined(a, 2)];
  expect(made).toEqual(['{"a":1} 1', '{"a":1} 1', '{"a":1} 1', '{"a":1} 2']);
  expect(results.map((each) => each.made)).toEqual([1, 1, 2, 3, 4, 4]);
  expect(results[0]).toBe(results[1]);
});
