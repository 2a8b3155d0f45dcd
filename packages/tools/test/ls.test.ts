import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runTool } from '../src/index.ts';
import { ls } from '../src/ls.ts';
import { workspace } from './workspace.ts';

describe('a folder', () => {
  test('is listed with its hidden names, folders marked, links to folders too', async () => {
    const { context, path } = workspace({ '.hidden-file': '', '.hidden-dir/a': '', 'src/b.ts': '', 'readme.md': '' });
    symlinkSync('src', path('to-folder'));
    symlinkSync('nowhere', path('to-nothing'));
    expect(await runTool(ls, {}, context)).toEqual({
      status: 'ok',
      content: '.hidden-dir/\n.hidden-file\nreadme.md\nsrc/\nto-folder/\nto-nothing',
      details: { path: context.folder, entryCount: 6, truncated: false },
    });
  });

  test('is sorted without regard to case', async () => {
    const { context } = workspace({ 'Zebra.txt': '', 'apple.txt': '', 'Banana.txt': '', apple: '' });
    expect((await runTool(ls, {}, context)).content).toBe('apple\napple.txt\nBanana.txt\nZebra.txt');
  });

  test('is said to be empty', async () => {
    const { context, path } = workspace();
    mkdirSync(path('empty'));
    expect(await runTool(ls, { path: 'empty' }, context)).toEqual({
      status: 'ok',
      content: '',
      details: { path: path('empty'), entryCount: 0, truncated: false },
      notes: ['empty directory'],
    });
  });

  test.skipIf(process.platform === 'win32')('shows no name as two', async () => {
    const { context } = workspace({ 'a\nb': '', 'c\r\x1b[2J/d': '', e: '' });
    expect((await runTool(ls, {}, context)).content).toBe('"a\\nb"\n"c\\r\\u001b[2J/"\ne');
  });

  test('of 600 names shows 500, or as many as asked for', async () => {
    const names = Array.from({ length: 600 }, (_, at) => `f${1_000 + at}`);
    const { context } = workspace(Object.fromEntries(names.map((name) => [name, ''])));
    const note = (shown: number) =>
      `showing ${shown} of 600 entries, ${600 - shown} more; use limit=600, or glob for some of them`;
    for (const [params, count] of [[{}, 500] as const, [{ limit: 2 }, 2] as const, [{ limit: 600 }, 600] as const]) {
      const { content, details, notes } = await runTool(ls, params, context);
      expect(content).toBe(names.slice(0, count).join('\n'));
      expect(notes).toEqual(count < 600 ? [note(count)] : undefined);
      expect(details).toMatchObject({ entryCount: 600, truncated: count < 600 });
    }
  });
});

describe('what is no folder', () => {
  test.each([
    ['a file', 'a.txt', 'Not a directory: a.txt is a file. Use read to see it.'],
    ['nothing', 'a.tx', 'File not found: a.tx. Similar names there: a.txt'],
    ['a NUL', 'a\0', 'The path holds a NUL character, which no path may. Write the path again without it.'],
  ])('%s', async (_, path, content) => {
    const { context } = workspace({ 'a.txt': '' });
    expect(await runTool(ls, { path }, context)).toMatchObject({ status: 'error', content });
  });
});
