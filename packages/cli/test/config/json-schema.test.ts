/** docs/*.schema.json: what editors are given is what the program holds a file to. `UPDATE_GOLDEN=1` writes them anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fromJSONSchema } from 'zod';
import { configJsonSchema, permissionsJsonSchema } from '../../src/config/json-schema.ts';
import { rulesSchema } from '../../src/config/rules-schema.ts';

test.each([
  ['config', configJsonSchema],
  ['permissions', permissionsJsonSchema],
])('the published schema of %s is that of the code', (name, schemaOf) => {
  const file = fileURLToPath(new URL(`../../../../docs/${name}.schema.json`, import.meta.url));
  const text = `${JSON.stringify(schemaOf(), null, 2)}\n`;
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

const RULES: readonly (readonly [title: string, rules: unknown, taken: boolean])[] = [
  ['none', {}, true],
  ['all kinds, and a schema for editors', { $schema: 'x', allow: ['Bash(ls)'], ask: [], deny: ['Read(a)'] }, true],
  ['one with when and by whom', { allow: [{ rule: 'Bash(ls)', by: 'ana', at: '2026-11-20' }] }, true],
  ['one that is no text', { deny: [1] }, false],
  ['another key', { denied: ['Bash(ls)'] }, false],
];

test.each(RULES)('rules: %s', (_, rules, taken) => {
  const published = fromJSONSchema(permissionsJsonSchema() as Parameters<typeof fromJSONSchema>[0]);
  expect([published.safeParse(rules).success, rulesSchema.safeParse(rules).success]).toEqual([taken, taken]);
});
