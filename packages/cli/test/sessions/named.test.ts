/** Where the name of a history is looked for. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { foldersOf } from '../../src/folders.ts';
import { historyNamed } from '../../src/sessions/named.ts';

const root = mkdtempSync(join(tmpdir(), 'tagma-named-'));
const given = join(root, 'given');
const config = join(root, 'config.jsonc');
let usual: string;

beforeAll(() => {
  writeFileSync(config, '{}');
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'));
  usual = foldersOf(process.cwd(), undefined, process.env).history;
  for (const folder of [given, usual]) mkdirSync(folder, { recursive: true });
  for (const file of [join(given, 'one-a1b2c3.xml'), join(usual, 'two-d4e5f6.xml')]) writeFileSync(file, '');
  for (const folder of [given, usual]) writeFileSync(join(folder, `both-${folder === given ? 1 : 2}.xml`), '');
});
afterAll(() => vi.unstubAllEnvs());

test.each([
  ['in the usual place', 'd4e5f6', false, () => join(usual, 'two-d4e5f6.xml')],
  ['in the folder that is given', 'a1b2c3', true, () => join(given, 'one-a1b2c3.xml')],
  ['in the usual place, though a folder is given', 'd4e5f6', true, () => join(usual, 'two-d4e5f6.xml')],
  ['in both: which of them is not clear', 'both', true, () => expect.objectContaining({ ok: false, exit: 2 })],
  ['in a folder that is not given', 'a1b2c3', false, () => expect.objectContaining({ ok: false, exit: 2 })],
])('%s', async (_title, name, isGiven, expected) => {
  expect(await historyNamed(name, isGiven ? { config, history: given } : { config })).toEqual(expected());
});
