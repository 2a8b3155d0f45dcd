/** The keys in the configuration: each entry with its place; what is none stops nothing. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.ts';

const FORM = 'should be a command and its keys: {"palette": ["ctrl+o"], "redraw": []}.';

async function read(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-keys-')), 'c.jsonc');
  writeFileSync(file, text);
  chmodSync(file, 0o600);
  const found = await readConfig(file, {});
  if (!found.ok) throw new Error(found.message);
  const { keys, warnings } = found.config;
  const short = (words: string) => words.replace(file, 'FILE');
  return { keys: keys?.map((entry) => ({ ...entry, at: short(entry.at) })), warnings: warnings.map(short) };
}

test('each entry has its place, and one key need not stand in a list', async () => {
  expect(
    await read('{\n  "keys": {\n    "palette": ["ctrl+r", "F8"],\n    "pause": [],\n    "step": "f9"\n  }\n}'),
  ).toEqual({
    keys: [
      { name: 'palette', chords: ['ctrl+r', 'F8'], at: 'FILE:3:5' },
      { name: 'pause', chords: [], at: 'FILE:4:5' },
      { name: 'step', chords: ['f9'], at: 'FILE:5:5' },
    ],
    warnings: [],
  });
});

test.each([
  ['{"keys": 5}', undefined, [`FILE:1:10: "keys": ${FORM}`]],
  ['{"keys": ["ctrl+r"]}', undefined, [`FILE:1:10: "keys": ${FORM}`]],
  [
    '{"keys": {"palette": {"key": "x"}, "pause": [1], "step": ["f9"]}}',
    [{ name: 'step', chords: ['f9'], at: 'FILE:1:50' }],
    [`FILE:1:11: "keys.palette": ${FORM} It keeps its keys.`, `FILE:1:36: "keys.pause": ${FORM} It keeps its keys.`],
  ],
])('%s: what is no list of keys is said, and left out', async (text, keys, warnings) => {
  expect(await read(text)).toEqual({ keys, warnings });
});
