/** Where no configuration could be written, which is said before all questions; nothing is made for that. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unfitPlace } from '../../src/setup/place.ts';

const CURE = 'Name another place: --config FILE, TAGMA_CONFIG, or XDG_CONFIG_HOME for the folder.';

test.each<[title: string, file: string, says: string | null]>([
  ['a file that is there', 'there.jsonc', null],
  ['one in folders that are not there', 'a/b/new.jsonc', null],
  ['a folder', 'folder', 'FILE is no file: nothing could be written there.'],
  ['a file in the place of its folder', 'there.jsonc/c.jsonc', 'FILE could not be written (ENOTDIR: not a directory).'],
])('%s', (_title, name, says) => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-place-'));
  writeFileSync(join(folder, 'there.jsonc'), '{}');
  mkdirSync(join(folder, 'folder'));
  const file = join(folder, name);
  const expected = says && { ok: false, exit: 2, message: `${says.replace('FILE', file)}\n${CURE}` };
  expect(unfitPlace(file)).toEqual(expected);
  expect(existsSync(join(folder, 'a'))).toBe(false);
});
