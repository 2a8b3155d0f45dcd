import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLAN_BYTES_MAX, readPlan } from '../src/plan.ts';

const NOTE = '\n\n(The file is longer than 1048576 bytes; the rest is not shown.)\n';

function file(): string {
  return join(mkdtempSync(join(tmpdir(), 'tagma-plan-')), 'plan.md');
}

test.each([
  ['a short one', '1. Look.\n2. Mend.\n', '1. Look.\n2. Mend.\n'],
  ['an empty one', '', ''],
  ['one that begins with a byte-order mark', '\uFEFF1. Look.', '\uFEFF1. Look.'],
  ['the longest that is shown whole', 'x'.repeat(PLAN_BYTES_MAX), 'x'.repeat(PLAN_BYTES_MAX)],
  ['one byte too long', 'x'.repeat(PLAN_BYTES_MAX + 1), `${'x'.repeat(PLAN_BYTES_MAX)}${NOTE}`],
  ['cut within a character', `x${'ü'.repeat(PLAN_BYTES_MAX)}`, `x${'ü'.repeat(PLAN_BYTES_MAX / 2 - 1)}${NOTE}`],
])('%s', async (_title, written, read) => {
  const path = file();
  writeFileSync(path, written);
  const text = await readPlan(path);
  // Compared first by size: texts of a megabyte make no readable difference.
  expect([text.length, text.slice(-80)]).toEqual([read.length, read.slice(-80)]);
  expect(text === read).toBe(true);
});

test('where there is no file, there is no text', async () => {
  expect(await readPlan(file())).toBe('');
});

test.each([
  ['a pipe, which nobody writes to', (path: string) => execFileSync('mkfifo', [path])],
  ['a folder', (path: string) => mkdirSync(path)],
])('%s is refused at once', async (_title, make) => {
  const path = file();
  make(path);
  await expect(readPlan(path)).rejects.toThrow(`${path} is not a regular file.`);
});
