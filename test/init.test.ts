/** `tagma init`: what it writes, and what it leaves alone. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, temporaryFolder } from './command.ts';

test('writes an AGENTS.md once, shows it without writing, and replaces it where that is said', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'AGENTS.md');
  writeFileSync(join(folder, 'go.mod'), 'module x\n\ngo 1.22\n');
  const shown = await run(['init', '--print', '--cwd', folder]);
  expect([shown.code, existsSync(file)]).toEqual([0, false]);
  const written = await run(['init', '--cwd', folder]);
  expect([written.code, readFileSync(file, 'utf8')]).toEqual([0, shown.out]);
  writeFileSync(file, 'mine');
  const again = await run(['init', '--cwd', folder]);
  expect([again.code, readFileSync(file, 'utf8')]).toEqual([2, 'mine']);
  expect(again.err).toMatch(/AGENTS\.md is there already, and nothing was written\.\n.*--force writes it anew/);
  expect((await run(['init', '--cwd', folder, '--force'])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(shown.out);
});

test('a folder that is not there is wrong usage', async () => {
  expect((await run(['init', '--cwd', join(temporaryFolder(), 'gone')])).code).toBe(2);
});
