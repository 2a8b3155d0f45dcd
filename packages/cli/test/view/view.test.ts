/** What is no history is refused in words, before any screen is opened; so is every place without a terminal. */
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { viewOne } from '../../src/view/one.ts';
import { viewPair } from '../../src/view/pair.ts';
import { view } from '../../src/view/view.ts';

const folder = mkdtempSync(join(tmpdir(), 'tagma-view-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<history format="1" session="s">';
const FILE = join(folder, 'file.xml');

/** What is said on standard error. */
function said(): () => string {
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  return () => written.mock.calls.map(([text]) => text).join('');
}

function sparse(bytes: number, text = ''): void {
  writeFileSync(FILE, text);
  truncateSync(FILE, bytes);
}

test.each<[string, () => void, string]>([
  ['an empty file', () => writeFileSync(FILE, ''), 'the file is empty'],
  ['a text', () => writeFileSync(FILE, 'hello\n'), 'this is no history of Tagma'],
  ['two gigabytes of zeros', () => sparse(2 ** 31), 'this is no history of Tagma'],
  ['a head and zeros', () => sparse(2 ** 24, HEAD), 'nothing was recorded in it'],
  ['a head alone', () => writeFileSync(FILE, `${HEAD}\n</history>\n`), 'nothing was recorded in it'],
  ['a newer format', () => writeFileSync(FILE, HEAD.replace('format="1"', 'format="9"')), 'format 9'],
  [
    'records of which none is whole',
    () => writeFileSync(FILE, HEAD + '\n<event n="1" type="session.started" at="x">'.repeat(2_000)),
    'damaged at record 1',
  ],
])('%s', async (_title, write, words) => {
  write();
  const heard = said();
  expect(await viewOne(FILE, {})).toBe(2);
  expect(heard()).toContain(words);
});

test('a folder, and a file that is not there', async () => {
  const words = said();
  mkdirSync(join(folder, 'a.xml'));
  expect([await viewOne(join(folder, 'a.xml'), {}), await viewOne(join(folder, 'none.xml'), {})]).toEqual([2, 2]);
  expect(words()).toMatch(/no regular file[\s\S]*no such file/);
});

test('a place that is none', async () => {
  const words = said();
  expect(await viewOne(FILE, { at: 'the end' })).toBe(2);
  expect(words()).toContain("a record's number, or turn:N");
});

test('of two large histories it is said that they are read', async () => {
  const words = said();
  sparse(2 ** 24);
  await viewPair(FILE, FILE, {});
  expect(words()).toMatch(/^Comparing 34 MB …\n/);
});

test('of two histories one that is none', async () => {
  const words = said();
  writeFileSync(FILE, 'hello\n');
  expect(await viewPair(FILE, FILE, {})).toBe(2);
  expect(words()).toContain('this is no history of Tagma');
});

test.each<[string | undefined, string]>([
  [undefined, 'tagma replay --show'],
  [FILE, 'tagma diff'],
])('without a terminal it is said what serves instead', async (second, command) => {
  const words = said();
  writeFileSync(FILE, 'hello\n');
  expect(await view(FILE, second, {})).toBe(2);
  expect(words()).toContain(command);
});
