import { describe, expect, test } from 'vitest';
import { partAt } from '../../src/stepping/parts.ts';

describe('a part by its path', () => {
  const value = { outcome: { content: 'x', list: [{ a: 1 }] }, empty: [] };
  test.each([
    ['outcome.content', { ok: true, value: 'x' }],
    ['outcome.list[0].a', { ok: true, value: 1 }],
    ['outcome.list.0', { ok: true, value: { a: 1 } }],
    ['outcome.contnt', { ok: false, message: 'there is no outcome.contnt: outcome has content, list.' }],
    ['outcome.list[3]', { ok: false, message: 'there is no outcome.list[3]: outcome.list has [0] to [0].' }],
    ['outcome.content.x', { ok: false, message: 'there is no outcome.content.x: outcome.content is "x".' }],
    ['toString', { ok: false, message: 'there is no toString: it has outcome, empty.' }],
    ['empty[0]', { ok: false, message: 'there is no empty[0]: empty is an empty list.' }],
  ])('%s', (path, expected) => {
    expect(partAt(value, path)).toEqual(expected);
  });
});
