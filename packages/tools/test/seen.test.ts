/** A file that has changed since the model last read it is not changed by it; what it changes itself is known to it. */
import { readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import type { Params } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { workspace } from './workspace.ts';

type Step = readonly [tool: string, params: Params] | ((path: (name: string) => string) => void);

/** The outcome of the last step of a session. */
async function lastOf(files: { [name: string]: string | Buffer }, steps: readonly Step[]) {
  const { context, path } = workspace(files);
  const registry = createRegistry();
  let last = { status: '', content: '' };
  for (const step of steps) {
    if (typeof step === 'function') step(path);
    else last = await registry.run(step[0], step[1], context);
  }
  return { ...last, path };
}

const READ: Step = ['read', { path: 'a.txt' }];
const EDIT: Step = ['edit', { path: 'a.txt', old: 'b', new: 'x' }];
const WRITE: Step = ['write', { path: 'a.txt', content: 'mine\n' }];
const elsewhere: Step = (path) => writeFileSync(path('a.txt'), 'a\nb\nC\n');

const FILE = { 'a.txt': 'a\nb\nc\n' };
const CHANGED =
  'a.txt has changed since you last read it. Nothing was done. Read it again first. What has changed:\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n a\n b\n-c\n+C\n';

describe('refused, with what has changed', () => {
  test.each([
    ['edit, after somebody else has changed it', [READ, elsewhere, EDIT]],
    ['write', [READ, elsewhere, WRITE]],
    ['after a command of the model itself', [READ, ['bash', { command: "printf 'a\\nb\\nC\\n' > a.txt" }], EDIT]],
    ['again, until it is read', [READ, elsewhere, EDIT, EDIT]],
    ['after the model has written it', [['write', { path: 'a.txt', content: 'a\nb\nc\n' }], elsewhere, EDIT]],
    [
      'by another name',
      [READ, (path) => symlinkSync('a.txt', path('link')), elsewhere, ['edit', { ...EDIT[1], path: 'link' }]],
    ],
    ['after a part of it was read', [['read', { path: 'a.txt', limit: 1 }], elsewhere, EDIT]],
  ] as [string, Step[]][])('%s', async (_, steps) => {
    const { status, content, path } = await lastOf(FILE, steps);
    expect({ status, content: content.replaceAll('link', 'a.txt') }).toEqual({ status: 'error', content: CHANGED });
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('a\nb\nC\n');
  });

  test('a large change in part', async () => {
    const large = (text: string) => `${text}\n`.repeat(1_000);
    const steps: Step[] = [READ, (path) => writeFileSync(path('a.txt'), large('other')), WRITE];
    const { content } = await lastOf({ 'a.txt': large('one') }, steps);
    expect(content.length).toBeLessThan(5_000);
    expect(content).toMatch(/\n\(and more\)$/);
  });

  test('a file that was too large to be kept, without', async () => {
    const large = 'x'.repeat(99).concat('\n').repeat(10_000);
    const steps: Step[] = [READ, (path) => writeFileSync(path('a.txt'), `${large}b`), EDIT];
    const { content } = await lastOf({ 'a.txt': large }, steps);
    expect(content).toBe('a.txt has changed since you last read it. Nothing was done. Read it again first.');
  });
});

describe('allowed', () => {
  test.each([
    ['what was read', [READ, EDIT]],
    ['what was read again', [READ, elsewhere, EDIT, READ, EDIT]],
    ['what was never read, where it matches exactly', [EDIT]],
    [
      'what was never read and was changed between two edits',
      [['edit', { path: 'a.txt', old: 'a', new: 'y' }], elsewhere, EDIT],
    ],
    ['one edit after the other', [READ, ['edit', { path: 'a.txt', old: 'a', new: 'y' }], EDIT]],
    ['what the model has written', [WRITE, ['edit', { path: 'a.txt', old: 'mine', new: 'x' }]]],
    ['what was only touched', [READ, (path) => utimesSync(path('a.txt'), 1, 1), EDIT]],
    ['a write to a file that is gone', [READ, (path) => rmSync(path('a.txt')), WRITE]],
    ['a write to a file that was never read', [WRITE]],
  ] as [string, Step[]][])('%s', async (_, steps) => {
    const { status, path } = await lastOf(FILE, steps);
    expect(status).toBe('ok');
    expect(readFileSync(path('a.txt'), 'utf8')).toMatch(/x|mine/);
  });
});

test('a file that vanishes between two calls', async () => {
  const { status, content } = await lastOf({ ...FILE, 'b.txt': '' }, [READ, (path) => rmSync(path('a.txt')), EDIT]);
  expect({ status, content }).toEqual({
    status: 'error',
    content: 'File not found: a.txt. Similar names there: b.txt',
  });
});

test('what was never read is edited by an exact match alone, and the model is shown what is there', async () => {
  const { status, content, path } = await lastOf({ 'a.txt': '\tif (a) {\n\t\tb;\n' }, [
    ['edit', { path: 'a.txt', old: '  if (a) {\n    b;', new: 'c' }],
  ]);
  expect({ status, content }).toEqual({
    status: 'error',
    content:
      'Could not find the exact text in a.txt, and you have not read that file. Lines 1-2 are nearly the same. The exact text there:\n\tif (a) {\n\t\tb;\nRead the file, or copy this into old.',
  });
  expect(readFileSync(path('a.txt'), 'utf8')).toBe('\tif (a) {\n\t\tb;\n');
});
