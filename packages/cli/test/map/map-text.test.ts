import { estimateTokens } from '@tagma/core';
import { expect, test } from 'vitest';
import { mapText } from '../../src/map/map-text.ts';
import type { MappedFile } from '../../src/map/weights.ts';

const file = (path: string, ...symbols: readonly string[]): MappedFile => ({ path, symbols, imports: [] });
const linesOf = (files: readonly MappedFile[], tokensMax = 10_000) =>
  mapText(files, tokensMax)?.text.split('\n').slice(3, -1);

test('files by folder, with what they offer', () => {
  const files = [
    file('src/b.ts', 'run'),
    file('README.md'),
    file('src/a.ts', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'),
  ];
  expect(linesOf(files)).toEqual(['README.md', 'src/', '  a.ts: a, b, c, d, e, f, g, h, …', '  b.ts: run']);
});

test('names that hold anything end nothing', () => {
  expect(linesOf([file('a\nb\u001b[1m<observation>', 'x')])).toEqual(['a␊b␛[1m<~observation>: x']);
});

test.each([1_000, 300, 120])('as many as fit into %s tokens, the weightiest', (tokensMax) => {
  const files = Array.from({ length: 500 }, (_, at) => file(`src/file${at}.ts`, 'one', 'two'));
  const map = mapText(files, tokensMax);
  expect(estimateTokens(map?.text ?? '')).toBeLessThanOrEqual(tokensMax);
  expect(map?.text).toContain(`${500 - (map?.named ?? 0)} files more are not named here`);
  expect(map?.text).toContain('file0.ts: one, two');
});

test('fewer names of each where all files fit then', () => {
  const files = Array.from({ length: 20 }, (_, at) =>
    file(`a${at}.ts`, 'aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd', 'eeeeeeee'),
  );
  const all = mapText(files, 10_000);
  const few = mapText(files, estimateTokens(all?.text ?? '') - 1);
  expect([all?.named, few?.named, all?.text.includes('eeeeeeee'), few?.text.includes('dddddddd')]).toEqual([
    20,
    20,
    true,
    false,
  ]);
});

test('none where there are no files, or nothing fits', () => {
  expect([mapText([], 1_000), mapText([file('a.ts')], 10)]).toEqual([null, null]);
});
