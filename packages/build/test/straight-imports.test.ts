import { expect, test } from 'vitest';
import { placesOf, withStraightImports } from '../straight-imports.mjs';

const INDEX = `
export { type Kind, one } from './deep/one.ts';
export { two as second } from './two.ts';
export { other } from '@tagma/other';
export type * from './types.ts';
`;

const places = placesOf('@tagma/wide', INDEX);
const placesIn = (id: string) => (id === '@tagma/wide' ? places : null);
const partOf = (id: string, names: string[]) => `${id}?${names.join(',')}`;

test('an index says where each of its names is', () => {
  expect(Object.fromEntries(places)).toEqual({
    one: { file: '@tagma/wide/src/deep/one.ts', name: 'one' },
    second: { file: '@tagma/wide/src/two.ts', name: 'two' },
    other: { file: '@tagma/other', name: 'other' },
  });
});

test.each([
  ["import { one } from '@tagma/wide'; one();", 'import { one as one } from "@tagma/wide/src/deep/one.ts";'],
  [
    "import { type Kind, one as first, second } from '@tagma/wide'; first(second);",
    'import { one as first } from "@tagma/wide/src/deep/one.ts";import { two as second } from "@tagma/wide/src/two.ts";',
  ],
  ["import { absent } from '@tagma/wide'; absent();", 'import { absent as absent } from "@tagma/wide";'],
  ["export { one } from '@tagma/wide';", 'export { one as one } from "@tagma/wide/src/deep/one.ts";'],
  ["const { one, second: too } = await import('@tagma/wide');", 'await import("@tagma/wide?one,second");'],
  ["const all = await import('@tagma/wide');", 'const all = await import("@tagma/wide");'],
  ["import { one } from '@tagma/narrow'; one();", 'import { one } from "@tagma/narrow";'],
])('%s', (source, expected) => {
  expect(withStraightImports(source, placesIn, partOf)).toContain(expected);
});
