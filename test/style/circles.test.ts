/** No import leads back to where it came from: not between files, so not between packages either. */
import { expect, test } from 'vitest';
import { importGraph, readSources } from './sources.ts';

test('no file imports itself by way of others', async () => {
  expect(circlesIn(importGraph(await readSources()))).toEqual([]);
});

test('a circle is found and named', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(circlesIn(graph)).toEqual(['a → b → c → a']);
});

/** One circle for each way back that a walk over all files meets. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const finished = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file);
    if (start !== -1) circles.push([...way.slice(start), file].join(' → '));
    if (start !== -1 || finished.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...way, file]);
    finished.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return circles;
}
