import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText } from '../../src/history/json-text.ts';
import type { Json } from '../../src/json.ts';

it('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      fc.pre(!JSON.stringify(value).includes('-0') && !Object.is(value, -0));
      expect(jsonText(value as Json)).toBe(JSON.stringify(value));
    }),
  );
});

it('keeps what JSON.stringify loses', () => {
  expect(jsonText([-0, { a: -0 }])).toBe('[-0,{"a":-0}]');
});

it('leaves out members that are undefined', () => {
  expect(jsonText({ a: undefined, b: 1, c: undefined, d: 2 } as unknown as Json)).toBe('{"b":1,"d":2}');
});

it('writes a value nested deeper than the stack', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(jsonText(JSON.parse(deep) as Json)).toBe(deep);
});
