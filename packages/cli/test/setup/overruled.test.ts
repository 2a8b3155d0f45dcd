/** What a project's own configuration says otherwise, once the person's own is written. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { overruled } from '../../src/setup/overruled.ts';

test.each<[title: string, project: string | null, says: readonly string[]]>([
  ['a project that says nothing', null, []],
  ['one that says the same', '{"mode": "default"}', []],
  ['another mode', '{"mode": "plan"}', ['In this folder mode is "plan": what the project says comes before.']],
  ['one that is broken', '{"mode": ', []],
])('%s', async (_title, project, says) => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-overruled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'tagma'));
  writeFileSync(join(folder, 'tagma', 'config.jsonc'), '{"model": "local:small", "mode": "default"}');
  mkdirSync(join(folder, '.tagma'));
  if (project !== null) writeFileSync(join(folder, '.tagma', 'config.jsonc'), project);
  expect(await overruled(undefined, { HOME: folder, XDG_CONFIG_HOME: folder }, folder)).toEqual(says);
});
