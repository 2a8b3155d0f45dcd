/** What V8 is told about memory, and that it is taken back: the tag of its code cache is made of all its flags. */
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { openHistory } from '@tagma/history';
import { expect, test } from 'vitest';
import { holdMemorySmall, keepNurserySmall } from '../src/memory.ts';
import { sourceOf } from '../src/resume/source.ts';

test('V8 is as before once a history has been read', () => {
  const before = cachedDataVersionTag();
  const letGo = holdMemorySmall();
  expect(cachedDataVersionTag()).not.toBe(before);
  letGo();
  expect(cachedDataVersionTag()).toBe(before);
});

test('a session is taken up in small memory, and leaves V8 as it was', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-memory-')), 's.xml');
  copyFileSync(fileURLToPath(new URL('../../../history/golden/a-task-done.xml', import.meta.url)), file);
  const opened = openHistory(file);
  if (!opened.ok) throw new Error(opened.error.message);
  const before = cachedDataVersionTag();
  const letGo = holdMemorySmall();
  const small = cachedDataVersionTag();
  letGo();
  const meanwhile: number[] = [];
  // Asked for as the replay begins.
  const watched = Object.defineProperty({ ...opened.history }, 'file', {
    get() {
      meanwhile.push(cachedDataVersionTag());
      return file;
    },
  });
  const source = await sourceOf(watched, { session: 's', parent: null, notes: [], isOwn: true });
  opened.history.close();
  expect([source.ok, [...new Set(meanwhile)], cachedDataVersionTag()]).toEqual([true, [small], before]);
});

test('the nursery of a session stays small when another history has been read', () => {
  keepNurserySmall();
  const before = cachedDataVersionTag();
  holdMemorySmall()();
  expect(cachedDataVersionTag()).toBe(before);
});
