/** What no tool that looks at files may stumble over: each gives an outcome that says what is wrong. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { type Workspace, workspace } from './workspace.ts';

type Row = [title: string, path: string, said: RegExp, arrange?: (space: Workspace) => void];

const ROWS: Row[] = [
  ['a NUL', 'a\0b', /^The path holds a NUL character/],
  ['an overlong path', 'a/'.repeat(3_000), /ENAMETOOLONG/],
  ['an overlong name', 'a'.repeat(300), /ENAMETOOLONG/],
  [
    'a circle of links',
    'circle',
    /leads round in a circle \(ELOOP\)/,
    ({ path }) => symlinkSync('circle', path('circle')),
  ],
  [
    'a link that leads nowhere',
    'link',
    /^File not found: link\. It is a symbolic link to gone, where there is nothing\.$/,
    ({ path }) => symlinkSync('gone', path('link')),
  ],
  ['a file as a folder', 'a.txt/b', /^Not a directory: a part of a\.txt\/b is a file/],
  ['a name with a newline', 'no\nsuch', /^File not found: "no\\nsuch"\./],
];

describe.each([
  ['read', {}],
  ['ls', {}],
  ['glob', { pattern: '*' }],
  ['grep', { pattern: 'x' }],
])('%s', (tool, params) => {
  test.each(ROWS)('%s', async (_, path, said, arrange) => {
    const space = workspace({ 'a.txt': 'x' });
    arrange?.(space);
    const { status, content } = await createRegistry().run(tool, { ...params, path }, space.context);
    expect(status).toBe('error');
    expect(content).toMatch(said);
  });

  test.each([
    ['~', '~/中文 名.d'],
    ['@', '@中文 名.d'],
    ['@ as a part of its name', '@中文/名.d'],
    ['spaces and Chinese', '中文 名.d'],
    ['quotes and brackets', '[a] {b} \'c\' "d".d'],
    ['a dash', '-x.d'],
  ])('a path with %s', async (_, path) => {
    const space = workspace();
    const name = path.replace(/^~\/|^@(?!.*\/)/, '');
    const folder = path.startsWith('~') ? `../home/${name}` : name;
    if (tool === 'read') space.put(folder, 'x');
    else space.put(`${folder}/inner.txt`, 'x');
    const { status, content } = await createRegistry().run(tool, { ...params, path }, space.context);
    expect({ status, isFound: content.includes(tool === 'read' ? 'x' : 'inner.txt') }).toEqual({
      status: 'ok',
      isFound: true,
    });
  });

  test('an empty folder or a missing one is told', async () => {
    const space = workspace();
    mkdirSync(space.path('empty'));
    const registry = createRegistry();
    const { content, notes = [] } = await registry.run(tool, { ...params, path: 'empty' }, space.context);
    expect(content === '' && notes.length === 0).toBe(false);
    expect(await registry.run(tool, { ...params, path: 'emtpy' }, space.context)).toMatchObject({
      status: 'error',
      content: 'File not found: emtpy. Similar names there: empty',
    });
  });
});
