/** Sessions of older behaviour numbers, as they were written then: kept as they are for ever. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readHistory } from '../packages/history/src/index.ts';

const FOLDER = fileURLToPath(new URL('../history/older/', import.meta.url));

const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.xml'))
  .sort();

test.each(FILES)('%s is as it was written, and by the behaviour that its folder names', async (name) => {
  const read = await readHistory(`${FOLDER}${name}`);
  if (!read.ok) throw new Error(read.error.message);
  expect(read).toMatchObject({ torn: null, fault: null });
  expect(`behaviour-${read.records[0]?.fields.behaviour}`).toBe(name.split(/[\\/]/)[0]);
});
