import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  watch,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRegistry, runTool } from '../src/index.ts';
import { write } from '../src/write.ts';
import { workspace } from './workspace.ts';

const isRoot = process.getuid?.() === 0;

describe('what is written', () => {
  const rows = [
    ['a new file', {}, 'a.txt', 'hello\nworld\n', 'Successfully wrote a.txt (12 bytes, 2 lines): created.', true],
    [
      'in the place of another',
      { 'a.txt': 'old' },
      'a.txt',
      'new',
      'Successfully wrote a.txt (3 bytes, 1 line): replaced.',
      false,
    ],
    [
      'in folders that are not there',
      {},
      'nested/deep/dir/a.txt',
      'x',
      'Successfully wrote nested/deep/dir/a.txt (1 byte, 1 line): created.',
      true,
    ],
    ['nothing', {}, 'a.txt', '', 'Successfully wrote a.txt (0 bytes, 0 lines): created.', true],
    ['other scripts', {}, 'a.txt', '你好 🌍', 'Successfully wrote a.txt (11 bytes, 1 line): created.', true],
    ['CRLF as it is', {}, 'a.txt', 'a\r\nb\r\n', 'Successfully wrote a.txt (6 bytes, 2 lines): created.', true],
  ] as const;
  test.each(rows)('%s', async (_, files, name, content, said, created) => {
    const { context, path } = workspace(files);
    const outcome = await runTool(write, { path: name, content }, context);
    const { diff: _diff, ...details } = outcome.details;
    expect({ ...outcome, details }).toEqual({
      status: 'ok',
      content: said,
      details: { path: path(name), bytes: Buffer.byteLength(content), created },
    });
    expect(readFileSync(path(name), 'utf8')).toBe(content);
  });

  test('by the longest name that a file can have', async () => {
    const { context, path, folder } = workspace();
    const name = '文'.repeat(85);
    for (const content of ['one', 'two']) {
      expect(await runTool(write, { path: name, content }, context)).toMatchObject({ status: 'ok' });
    }
    expect(readFileSync(path(name), 'utf8')).toBe('two');
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('in the home', async () => {
    const { context } = workspace();
    await runTool(write, { path: '~/output/result.txt', content: 'data' }, context);
    expect(readFileSync(join(dirname(context.folder), 'home/output/result.txt'), 'utf8')).toBe('data');
  });
});

describe('what the end tag of a value leaves out, and read does not show', () => {
  const rows: readonly (readonly [title: string, before: string | null, content: string, after: string])[] = [
    ['a new text of several lines ends its last one', null, 'a\nb', 'a\nb\n'],
    ['one that does so already stays', null, 'a\nb\n', 'a\nb\n'],
    ['a new text of one line is what it is', null, '20.19.0', '20.19.0'],
    ['CRLF is ended with CRLF', null, 'a\r\nb', 'a\r\nb\r\n'],
    ['a file that ended with a newline still does', 'old\n', 'new', 'new\n'],
    ['one that did not still does not', 'old\nold', 'new\nnew', 'new\nnew'],
    ['an empty file is as none', '', 'a\nb', 'a\nb\n'],
    ['to nothing, nothing is added', 'old\n', '', ''],
    ['CRLF stays', 'a\r\nb\r\n', 'x\ny\nz', 'x\r\ny\r\nz\r\n'],
    ['mixed endings do not', 'a\r\nb\n', 'x\ny', 'x\ny\n'],
    ['a byte-order mark stays', '\ufeffa\r\n', 'x', '\ufeffx\r\n'],
    ['and is not doubled', '\ufeffa\n', '\ufeffx', '\ufeffx\n'],
  ];
  test.each(rows)('%s', async (_, before, content, after) => {
    const { context, path } = workspace(before === null ? {} : { 'a.txt': before });
    const { status, details } = await runTool(write, { path: 'a.txt', content }, context);
    expect({ status, bytes: details.bytes, text: readFileSync(path('a.txt'), 'utf8') }).toEqual({
      status: 'ok',
      bytes: Buffer.byteLength(after),
      text: after,
    });
  });

  test('is said', async () => {
    const { context } = workspace({ 'a.txt': 'a\r\n' });
    expect(await runTool(write, { path: 'a.txt', content: 'x' }, context)).toMatchObject({
      notes: ['a newline was added at the end', 'the lines end with CRLF, as they did before'],
      details: { diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-a\n+x\n' },
    });
  });

  test('a newline that was added can be taken off by an edit, and stays off', async () => {
    const { context, path } = workspace();
    const registry = createRegistry();
    await registry.run('write', { path: 'a.txt', content: 'a\nb' }, context);
    await registry.run('edit', { path: 'a.txt', old: 'b\n', new: 'b' }, context);
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('a\nb');
    await registry.run('write', { path: 'a.txt', content: 'a\nc' }, context);
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('a\nc');
  });

  test('UTF-16 stays', async () => {
    const { context, path } = workspace({ 'a.txt': Buffer.from('\ufeffa\n', 'utf16le') });
    await runTool(write, { path: 'a.txt', content: '你' }, context);
    expect(readFileSync(path('a.txt')).toString('utf16le')).toBe('\ufeff你\n');
  });
});

/** The seed's scenarios (J.4) by their numbers. In its 3.2 the path is asked about: packages/permission. */
describe('the scenarios', () => {
  test.each([
    ['1.1 a new file', {}, 'a.txt', 'hello world', 'Successfully wrote a.txt (11 bytes, 1 line): created.'],
    ['1.2 in the place of another', { 'a.txt': 'old' }, 'a.txt', 'new', /replaced\.$/],
    ['1.3 folders that are not there', {}, 'nested/deep/dir/test.txt', 'hello', /created\.$/],
    ['2.1 nothing', {}, 'a.txt', '', 'Successfully wrote a.txt (0 bytes, 0 lines): created.'],
    ['2.2 other scripts', {}, 'a.txt', '你好 🌍', /created\.$/],
    ['3.3 a path with ~', {}, '~/output/result.txt', 'data', /created\.$/],
    ['a path with a blank and Chinese', {}, '文件 夹/说明 1.txt', 'x', /created\.$/],
    ['a path that was mentioned', {}, '@src/a.txt', 'x', /^Successfully wrote src\/a\.txt /],
  ] as [string, { [name: string]: string }, string, string, string | RegExp][])(
    '%s',
    async (_, files, name, content, said) => {
      const { context } = workspace(files);
      const outcome = await runTool(write, { path: name, content }, context);
      expect(outcome.content).toMatch(said);
      expect(readFileSync(String(outcome.details.path), 'utf8')).toBe(content);
    },
  );

  test('3.4 parameters of a wrong type', async () => {
    const { context } = workspace();
    expect(await runTool(write, { path: 123, content: null }, context)).toMatchObject({
      status: 'error',
      content: expect.stringMatching(/path: expected a string, got 123\n- content: expected a string, got null/),
    });
  });
});

describe('a file that is replaced', () => {
  test('keeps its mode', async () => {
    const { context, path } = workspace({ 'run.sh': 'old' });
    chmodSync(path('run.sh'), 0o751);
    await runTool(write, { path: 'run.sh', content: 'new' }, context);
    expect(statSync(path('run.sh')).mode & 0o7777).toBe(0o751);
  });

  test('is closed to others while it is being written, if it is afterwards', async () => {
    const { context, path, folder } = workspace({ secret: 'old' });
    chmodSync(path('secret'), 0o600);
    const modes = new Set<number | undefined>();
    const watcher = watch(folder, (_, name) => {
      const stats = statSync(path(name ?? ''), { throwIfNoEntry: false });
      if (stats) modes.add(stats.mode & 0o777);
    });
    await runTool(write, { path: 'secret', content: 'new '.repeat(4 * 1024 * 1024) }, context);
    watcher.close();
    expect([...modes]).toEqual([0o600]);
  });

  test('stays a link, and its target is replaced', async () => {
    const { context, path } = workspace({ 'real.txt': 'old' });
    symlinkSync('real.txt', path('link.txt'));
    await runTool(write, { path: 'link.txt', content: 'new' }, context);
    expect(lstatSync(path('link.txt')).isSymbolicLink()).toBe(true);
    expect(readFileSync(path('real.txt'), 'utf8')).toBe('new');
  });

  test('is another file, complete from the first moment on: who has opened the old one reads it to its end', async () => {
    const { context, path } = workspace({ 'a.txt': 'old' });
    const before = statSync(path('a.txt')).ino;
    await runTool(write, { path: 'a.txt', content: 'new' }, context);
    expect(statSync(path('a.txt')).ino).not.toBe(before);
    expect(readdirSync(context.folder)).toEqual(['a.txt']);
  });
});

describe('what cannot be written', () => {
  const rows = [
    ['a folder', 'folder', 'folder is a directory, not a file. Use ls to see what is in it.'],
    [
      'below a file',
      'a.txt/b.txt',
      'Not a directory: a part of a.txt/b.txt is a file, so nothing can be below it (ENOTDIR).',
    ],
    [
      'a name with a slash at its end',
      'new/',
      "new/ is the name of a folder. write makes files, and the folders above them: add the file's name.",
    ],
    ['a device', '/dev/null', '/dev/null is not a regular file (a device, a pipe or a socket), so it is not opened.'],
    ['a link that leads in a circle', 'circle', 'circle is a symbolic link that leads round in a circle (ELOOP).'],
    ['a NUL in the path', 'b\0', 'The path holds a NUL character, which no path may. Write the path again without it.'],
    [
      'a name that is too long',
      'n'.repeat(300),
      `The path is too long for the file system (ENAMETOOLONG): ${'n'.repeat(300)}`,
    ],
  ] as const;
  test.each(rows)('%s', async (_, name, content) => {
    const { context, path } = workspace({ 'a.txt': 'a' });
    mkdirSync(path('folder'));
    symlinkSync('circle', path('circle'));
    expect(await runTool(write, { path: name, content: 'x' }, context)).toMatchObject({ status: 'error', content });
    expect(readdirSync(context.folder).sort()).toEqual(['a.txt', 'circle', 'folder']);
  });

  test('in a file system that takes no new folders', async () => {
    const { context } = workspace();
    expect(await runTool(write, { path: '/proc/nowhere/a.txt', content: 'x' }, context)).toMatchObject({
      status: 'error',
    });
  });

  test.skipIf(isRoot)('without permission nothing changes and nothing is left', async () => {
    const { context, path } = workspace({ 'a.txt': 'old' });
    chmodSync(path('a.txt'), 0o444);
    const outcome = await runTool(write, { path: 'a.txt', content: 'new' }, context);
    expect(outcome).toMatchObject({ status: 'error', content: expect.stringMatching(/^No permission: a\.txt/) });
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('old');
    expect(existsSync(path('a.txt'))).toBe(true);
    expect(readdirSync(context.folder)).toEqual(['a.txt']);
  });
});
