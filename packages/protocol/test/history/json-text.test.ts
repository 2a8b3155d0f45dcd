import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText } from '../../src/history/json-text.ts';
import type { Json } from '../../src/json.ts';

it('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      // Once there and back, for it writes -0 as 0.
      const written = JSON.stringify(JSON.parse(text));
      expect(jsonText(JSON.parse(written) as Json)).toBe(written);
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
