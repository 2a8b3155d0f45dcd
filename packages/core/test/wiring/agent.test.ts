/** The parts of the wiring are spread into one: a name that two of them gave would silently mean the last. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

type Part = { readonly guards?: object; readonly actions?: object };

const FOLDER = new URL('../../src/wiring/', import.meta.url);

test.each(['guards', 'actions'] as const)('no name of the %s is given twice', async (kind) => {
  const parts: Part[] = await Promise.all(readdirSync(FOLDER).map((file) => import(new URL(file, FOLDER).href)));
  const names = parts.flatMap((part) => Object.keys(part[kind] ?? {})).sort();
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, i) => name === names[i - 1])).toEqual([]);
});
