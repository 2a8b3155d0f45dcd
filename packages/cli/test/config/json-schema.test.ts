/** docs/config.schema.json: what editors are given is what the program holds a file to. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { configJsonSchema } from '../../src/config/json-schema.ts';

const FILE = fileURLToPath(new URL('../../../../docs/config.schema.json', import.meta.url));
const text = `${JSON.stringify(configJsonSchema(), null, 2)}\n`;

/** `UPDATE_GOLDEN=1` writes it anew. */
test('the published schema is that of the code', () => {
  if (process.env.UPDATE_GOLDEN) writeFileSync(FILE, text);
  expect(readFileSync(FILE, 'utf8')).toBe(text);
});
