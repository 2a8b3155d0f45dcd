import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchFor } from '../src/index.ts';

const LETTERS = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '!', 'ж', '\u{1f600}'), minLength: 3, maxLength: 6 });
const SOUGHT = fc.array(LETTERS, { maxLength: 8 });

test.each([
  ['none', [], 'a text', []],
  ['one after the other', ['abc'], 'abcabc', ['0 abc', '3 abc']],
  ['over one another', ['aaa'], 'aaaa', ['0 aaa', '1 aaa']],
  ['of several at one place the longest', ['abc', 'abcd', 'bcd'], 'abcde', ['0 abcd', '1 bcd']],
  ['what only looks alike', ['abc'], 'ABC !bc ab abd', []],
  ['at the end', ['abc'], 'ab abc', ['3 abc']],
])('finds %s', (_, sought, text, expected) => {
  expect(placesIn(text, sought)).toEqual(expected);
});

test('finds what stands at each place, of whatever characters', () => {
  fc.assert(
    fc.property(SOUGHT, LETTERS, fc.nat(4), (sought, more, from) => {
      const text = [...sought, more, ...sought.map((one) => one.slice(1)), ...sought].join('');
      const longestFirst = sought.toSorted((a, b) => b.length - a.length);
      const expected = Array.from({ length: text.length }, (_, at) => at)
        .filter((at) => at >= from)
        .flatMap((at) => {
          const one = longestFirst.find((beginning) => text.startsWith(beginning, at));
          return one === undefined ? [] : [`${at} ${one}`];
        });
      expect(placesIn(text, sought, from)).toEqual(expected);
    }),
  );
});

test('goes on where it is told', () => {
  const places: number[] = [];
  searchFor([['abc', null]]).each('abcabcabc', 1, (at) => {
    places.push(at);
    return at + 4;
  });
  expect(places).toEqual([3]);
});

function placesIn(text: string, sought: readonly string[], from = 0): readonly string[] {
  const places: string[] = [];
  searchFor(sought.map((one) => [one, one])).each(text, from, (at, what) => {
    places.push(`${at} ${what}`);
    return at;
  });
  return places;
}
