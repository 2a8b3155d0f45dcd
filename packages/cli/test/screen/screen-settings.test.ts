/** The screen's own settings: read from the configuration, and written into it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_CONFIG } from '../../src/config/config.ts';
import { keeperOf, settingsOf } from '../../src/screen/screen-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'tagma-settings-'));

test.each([
  [{}, {}],
  [{ screen: {} }, {}],
  [{ screen: { mouse: false, title: false } }, { mouse: false }],
  [{ screen: { notify: 'off', mouse: true } }, { notify: 'off', mouse: true }],
] as const)('%j: %j', (config, settings) => {
  expect(settingsOf({ ...NO_CONFIG, ...config })).toEqual(settings);
});

test('a value is kept where the others stand, comments and all', async () => {
  const file = join(folder, 'config.jsonc');
  writeFileSync(file, '{\n  // Mine.\n  "model": "a:b"\n}\n');
  expect(await keeperOf(file)('mouse', false)).toEqual({ ok: true, file });
  expect(readFileSync(file, 'utf8')).toBe(
    '{\n  // Mine.\n  "model": "a:b",\n  "screen": {\n    "mouse": false\n  }\n}\n',
  );
});

test('a file that is no JSON is left as it is', async () => {
  const file = join(folder, 'broken.jsonc');
  writeFileSync(file, '{ "model": ');
  expect(await keeperOf(file)('notify', 'off')).toMatchObject({ ok: false });
  expect(readFileSync(file, 'utf8')).toBe('{ "model": ');
});
