import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/index.ts';
import { readJson, readObject } from '../../../src/reply/json/read.ts';
import { feedJson, jsonSoFar, startJson } from '../../../src/reply/json/reader.ts';

const value = fc.jsonValue({ maxDepth: 4 }).map((one): Json => JSON.parse(JSON.stringify(one)));

function readIn(text: string, size: number) {
  const reader = startJson();
  for (let at = 0; at < text.length && reader.status === 'open'; at += size)
    feedJson(reader, text.slice(at, at + size));
  return reader;
}

test('what JSON writes is read back, in pieces of any size', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(value), fc.dictionary(fc.string(), value)),
      fc.integer({ min: 1, max: 9 }),
      (one, size) => {
        const { status, value: read } = readIn(JSON.stringify(one), size);
        expect([status, read]).toEqual(['done', JSON.parse(JSON.stringify(one))]);
      },
    ),
  );
});

test('what is there so far is always a beginning of the whole', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (one) => {
      const text = JSON.stringify(one);
      const reader = startJson();
      for (const character of text) {
        feedJson(reader, character);
        expect(isBeginning(jsonSoFar(reader), JSON.parse(text))).toBe(true);
      }
    }),
  );
});

function isBeginning(part: Json | undefined, whole: Json): boolean {
  if (part === undefined) return true;
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part);
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  const members = new Map(Object.entries(whole));
  return Object.entries(part).every(([key, one]) => isBeginning(one, members.get(key) ?? null));
}

describe('JSON as models write it', () => {
  test.each<readonly [string, string, Json | undefined]>([
    ['strict', '{"a": [1, -2.5e3, "x", true, null]}', { a: [1, -2500, 'x', true, null] }],
    ['raw line breaks', '{"a": "x\r\ny"}', { a: 'x\r\ny' }],
    ['backslashes that escape nothing', '["\\d \\p \\", 1]', undefined],
    ['a regular expression', '["^\\s*\\w+\\.ts$"]', ['^\\s*\\w+\\.ts$']],
    ['a half escape', '["\\u12", "\\u00e9"]', ['\\u12', 'é']],
    ['commas behind the last', '{"a": [1, 2,], "b": 3,}', { a: [1, 2], b: 3 }],
    ['two commas', '[1,, 2]', undefined],
    ['Python', `{'a': True, 'b': False, 'c': None, 'd': "it's"}`, { a: true, b: false, c: null, d: "it's" }],
    ['brackets missing behind a number', '{"a": {"b": [1, 2', { a: { b: [1, 2] } }],
    ['brackets missing behind a value', '{"a": {"b": "c"', { a: { b: 'c' } }],
    ['a bracket too many', '{"a": 1}}', { a: 1 }],
    ['a quote missing', '{"a": "x}', undefined],
    ['a bare quote', '{"a": "x"y"}', undefined],
    ['keys without quotes', '{a: 1}', undefined],
    ['a word that is none', '{"a": yes}', undefined],
    ['a bracket missing before the one around it', '{"a": [1, {"b": 2], "c": 3}', { a: [1, { b: 2 }], c: 3 }],
    ['a bracket missing at the end of a member', '{"a": [1}', { a: [1] }],
    ['a bracket that nothing opened', '{"a": 1]}', undefined],
    ['a bracket in the place of a value', '[{"a": ]', undefined],
    ['doubled braces, as in a template', '{{"a": {{"b": 1}}, "c": 2}}', { a: { b: 1 }, c: 2 }],
    ['only the outer ones doubled', '{{"a": {"b": 1}}}', { a: { b: 1 } }],
    ['braces three times', '{{{"a": 1}}}', undefined],
    ['text behind it', '{"a": 1} and', undefined],
    ['deep nesting', '['.repeat(300), undefined],
    ['nothing', '', undefined],
  ])('%s', (_title, text, expected) => {
    expect(readJson(text)).toEqual(expected);
  });

  test.each<readonly [string, string, Json | undefined]>([
    ['an object', '{"a": 1}', { a: 1 }],
    ['written twice', '"{\\"a\\": \\"x\\\\ny\\"}"', { a: 'x\ny' }],
    ['a list', '[1]', undefined],
    ['a word', 'x', undefined],
  ])('as an object: %s', (_title, text, expected) => {
    expect(readObject(text)).toEqual(expected);
  });
});
