import { describe, expect, test } from 'vitest';
import { fuzzyScore } from '../../src/text/fuzzy.ts';

describe('what a query finds', () => {
  test.each([
    ['', 'anything', true],
    ['  ', 'anything', true],
    ['mod', '/model', true],
    ['MOD', '/model', true],
    ['mdl', '/model', true],
    ['ldm', '/model', false],
    ['qwen coder', 'Qwen2.5-Coder-7B', true],
    ['coder qwen', 'Qwen2.5-Coder-7B', true],
    ['coder gpt', 'Qwen2.5-Coder-7B', false],
    ['修复', '请 修复 测试', true],
    ['x', '', false],
    ['🐢', 'a 🐢 b', true],
  ])('%j in %j: %s', (query, text, found) => {
    expect(fuzzyScore(query, text) !== null).toBe(found);
  });
});

test.each([
  ['what is in one piece comes first', 'ste', ['step', 'a stew of steps', 'something else', 'disperse test']],
  ['the beginning of a word before its middle', 'log', ['log', 'the log', 'catalog']],
  ['initials before scattered letters', 'sp', ['session picker', 'seldom up', 'usurp']],
  ['humps of a name are words', 'fs', ['fuzzyScore', 'fuzzy as']],
])('%s', (_title, query, texts) => {
  const scored = texts.map((text) => ({ text, score: fuzzyScore(query, text) ?? Number.NEGATIVE_INFINITY }));
  expect(scored.toSorted((a, b) => b.score - a.score).map(({ text }) => text)).toEqual(texts);
});

test('a long text is looked at in its beginning', () => {
  expect([fuzzyScore('end', `${'x'.repeat(990)}end`), fuzzyScore('end', `${'x'.repeat(5_000)}end`)]).toEqual([
    expect.any(Number),
    null,
  ]);
});
