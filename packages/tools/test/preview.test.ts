/** What a call would make of a file, before it is allowed: what the person is shown is what happens. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Params } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { workspace } from './workspace.ts';

const BEFORE = 'one\ntwo\nthree\n';

const rows: readonly (readonly [title: string, tool: string, params: Params])[] = [
  ['an edit', 'edit', { path: 'a.txt', old: 'two', new: '2' }],
  ['an edit of another indentation', 'edit', { path: 'b.py', old: 'x = 1', new: 'x = 2' }],
  ['a file that is replaced', 'write', { path: 'a.txt', content: 'one\n2\nthree' }],
];
test.each(rows)('%s: the diff that it leads to, and nothing is changed', async (_title, tool, params) => {
  const { context, folder, path } = workspace({ 'a.txt': BEFORE, 'b.py': 'if y:\r\n    x = 1\r\n' });
  const registry = createRegistry();
  await registry.run('read', { path: 'b.py' }, context);
  const before = ['a.txt', 'b.py'].map((name) => readFileSync(path(name)));
  const preview = await registry.preview(tool, params, { folder, asWritten: {} });
  expect(['a.txt', 'b.py'].map((name) => readFileSync(path(name)))).toEqual(before);
  const { details } = await registry.run(tool, params, context);
  expect(preview).toBe(details.diff);
  expect(preview).toMatch(/^--- a\//);
});

test.each([
  ['what cannot be done', 'edit', { path: 'a.txt', old: 'four', new: '4' }],
  ['a file that is new', 'write', { path: 'new.txt', content: 'x' }],
  ['a file that is not there', 'edit', { path: 'none.txt', old: 'a', new: 'b' }],
  ['parameters that are wrong', 'edit', { path: 'a.txt' }],
  ['another tool', 'read', { path: 'a.txt' }],
  ['no tool', 'raed', {}],
  ['a folder', 'write', { path: '.', content: 'x' }],
] as const)('%s has none', async (_title, tool, params) => {
  const { folder } = workspace({ 'a.txt': BEFORE });
  expect(await createRegistry().preview(tool, params, { folder, asWritten: {} })).toBeNull();
});

test('a large file has none: it would be read each time that the call is looked at', async () => {
  const { folder, path } = workspace({});
  writeFileSync(path('a.txt'), `${'x'.repeat(300 * 1024)}two`);
  expect(
    await createRegistry().preview('edit', { path: 'a.txt', old: 'two', new: '2' }, { folder, asWritten: {} }),
  ).toBeNull();
});

test('what the model wrote is shown as it is applied: as written where only that is there', async () => {
  const { folder } = workspace({ 'a.html': '<p>a &lt; b</p>\n' });
  const params = { path: 'a.html', old: 'a < b', new: 'a <= b' };
  const asWritten = { old: 'a &lt; b', new: 'a &lt;= b' };
  const preview = await createRegistry().preview('edit', params, { folder, asWritten });
  expect(preview).toContain('+<p>a &lt;= b</p>');
});
