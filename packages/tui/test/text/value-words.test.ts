import { describe, expect, test } from 'vitest';
import { differenceWords, valueWords } from '../../src/text/value-words.ts';

describe('a value on one line', () => {
  test.each<[string, unknown, string]>([
    ['a text', 'a "b"', '"a \\"b\\""'],
    ['a long text', 'x'.repeat(8_000_000), `"${'x'.repeat(60)}"… 8000000 characters`],
    ['a list', [1, null, true], '[1, null, true]'],
    ['a long list', Array.from({ length: 11 }, (_, at) => at), '[0, 1, 2, 3, 4, 5, 6, 7, … 3 more]'],
    ['what is deep', { a: { b: { c: 1 }, d: [1] } }, '{a: {b: {…}, d: […]}}'],
    ['what a terminal would obey', '\u001b[2J\u202e', '"\\u001b[2J<U+202E>"'],
    ['nothing', undefined, 'undefined'],
  ])('%s', (_title, value, expected) => {
    expect(valueWords(value)).toBe(expected);
  });
});

describe('where two values differ', () => {
  const outcome = { status: 'ok', content: 'fine' };
  test.each<[string, unknown, unknown, readonly string[]]>([
    ['alike', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    [
      'a member of a member',
      { outcome },
      { outcome: { ...outcome, content: 'bad' } },
      ['outcome.content: "fine" became "bad"'],
    ],
    ['a member more, a member less', { a: 1 }, { b: null }, ['a: 1 was left out', 'b: null was added']],
    ['another kind of value', { a: [1] }, { a: 'x' }, ['a: [1] became "x"']],
    [
      'long texts, from shortly before the place where they part',
      { text: `${'x'.repeat(100)}one` },
      { text: `${'x'.repeat(100)}two` },
      [`text: "…${'x'.repeat(20)}one" became "…${'x'.repeat(20)}two"`],
    ],
    [
      'a long text that grows',
      { text: 'y' },
      { text: 'z'.repeat(99) },
      [`text: "y" became "${'z'.repeat(60)}"… 99 characters`],
    ],
    [
      'what is deep',
      { a: { b: { c: { d: { e: { f: 1 } } } } } },
      { a: { b: { c: { d: { e: { f: 2 } } } } } },
      ['a.b.c.d.e: {f: 1} became {f: 2}'],
    ],
    ['what a terminal would obey', { '\u001b[2J': '\u202e' }, {}, ['␛[2J: "<U+202E>" was left out']],
  ])('%s', (_title, was, is, expected) => {
    expect(differenceWords(was, is)).toEqual(expected);
  });
});
