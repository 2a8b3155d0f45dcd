/** Every source file is reached from a door of its package: what nobody imports is taken away. */
import { expect, test } from 'vitest';
import { importGraph, readSources } from './sources.ts';

const DOOR = /\/src\/(index|main)\.ts$/;

test('every source file is reached from an index.ts or a main.ts', async () => {
  const graph = importGraph(await readSources());
  const reached = new Set([...graph.keys()].filter((path) => DOOR.test(path)));
  for (const path of reached) for (const next of graph.get(path) ?? []) reached.add(next);
  expect([...graph.keys()].filter((path) => !reached.has(path))).toEqual([]);
});

test('every import leads to a file that is there', async () => {
  const graph = importGraph(await readSources());
  const missing = [...graph].flatMap(([path, targets]) =>
    targets.filter((target) => !graph.has(target)).map((target) => `${path} imports ${target}`),
  );
  expect(missing).toEqual([]);
});
