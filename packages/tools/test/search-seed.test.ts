/** The scenarios of the seed's lists J.5 (grep), J.6 (find, here glob) and J.7 (ls), by their numbers. */
import { mkdirSync, symlinkSync } from 'node:fs';
import type { Params } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { glob } from '../src/glob.ts';
import { grep } from '../src/grep.ts';
import { runTool } from '../src/index.ts';
import { ls } from '../src/ls.ts';
import { findRipgrep } from '../src/ripgrep.ts';
import { png } from './samples.ts';
import { type Workspace, workspace } from './workspace.ts';

type Files = { readonly [name: string]: string | Buffer };
type Row = [title: string, files: Files, params: Params, expected: object, arrange?: (space: Workspace) => void];

const code = { 'a.txt': 'foo.bar(baz)\nfooxbar(baz)\nHello World\n' };
const numberedNames = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${10_000 + at}`, '']));

describe.each([
  ['ripgrep', findRipgrep],
  ['our own search', () => null],
])('J.5 grep, by %s', (_, ripgrep) => {
  const rows: readonly Row[] = [
    [
      '1.1 one file',
      { 'a.txt': 'a\nb\nhello world\n' },
      { pattern: 'hello', path: 'a.txt' },
      { content: 'a.txt:3: hello world' },
    ],
    [
      '1.2 the files of a folder',
      { 'd/a': 'test 1\n', 'd/b': 'none\n', 'd/c': 'test 2\n' },
      { pattern: 'test', path: 'd' },
      { content: 'd/a:1: test 1\nd/c:1: test 2', details: { matchCount: 2, fileCount: 2 } },
    ],
    [
      '1.3 no match',
      code,
      { pattern: 'nonexistent', path: 'a.txt' },
      {
        content: '',
        notes: expect.arrayContaining(['No matches for nonexistent in a.txt']),
        details: { matchCount: 0 },
      },
    ],
    [
      '2.1 limit and context',
      { 'a.txt': 'x1\nx2\nx3\nx4\nx5\nx6\nx7\nx8\nx9\nx10\n' },
      { pattern: 'x', limit: 1, context: 1 },
      {
        content: 'a.txt:1: x1\na.txt-2- x2',
        notes: expect.arrayContaining([expect.stringMatching(/^1 matches limit reached, .* or use limit=2$/)]),
        details: { matchCount: 1, truncated: true },
      },
    ],
    ['2.2 metacharacters', code, { pattern: 'foo\\.bar\\(' }, { content: 'a.txt:1: foo.bar(baz)' }],
    ['2.3 literal', code, { pattern: 'foo.bar(', literal: true }, { content: 'a.txt:1: foo.bar(baz)' }],
    ['2.4 ignoring case', code, { pattern: 'hello', ignoreCase: true }, { content: 'a.txt:3: Hello World' }],
    [
      '3.1 too many bytes',
      { 'a.txt': `word ${'x'.repeat(300)}\n`.repeat(400) },
      { pattern: 'word', limit: 400 },
      {
        notes: expect.arrayContaining([
          expect.stringMatching(/^showing the first 161 of 400 lines found \(50 KB limit\)/),
        ]),
        details: { truncated: true },
      },
    ],
    [
      '3.2 a glob',
      { 'a.ex': 'test\n', 'b.js': 'test\n' },
      { pattern: 'test', glob: '*.ex' },
      { content: 'a.ex:1: test' },
    ],
    [
      '3.3 binary files',
      { 'a.png': Buffer.concat([png(1, 1), Buffer.from('\ntest\n')]), 'b.txt': 'test\n' },
      { pattern: 'test' },
      { content: 'b.txt:1: test' },
    ],
    [
      '4.1 a pattern that is a number',
      code,
      { pattern: 42 },
      { status: 'error', content: expect.stringContaining('pattern: expected a string, got 42') },
    ],
  ];
  test.each(rows)('%s', async (_title, files, params, expected) => {
    const { context } = workspace(files, { operations: { ripgrep } });
    expect(await runTool(grep, params, context)).toMatchObject({ status: 'ok', ...expected });
  });
});

describe('J.6 glob', () => {
  const rows: readonly Row[] = [
    [
      '1.1 hidden files',
      { '.secret/hidden.txt': '', 'visible.txt': '' },
      { pattern: '*.txt' },
      { content: '.secret/hidden.txt\nvisible.txt', details: { matchCount: 2 } },
    ],
    [
      '1.2 nested folders',
      { 'a.ex': '', 'b/c.ex': '', 'b/d/e.ex': '', 'b/d/f.js': '' },
      { pattern: '**/*.ex' },
      { content: 'a.ex\nb/c.ex\nb/d/e.ex' },
    ],
    ['1.3 none', { 'a.txt': '' }, { pattern: '*.xyz' }, { content: '', notes: ['No files in . match *.xyz'] }],
    [
      '2.1 .gitignore',
      { '.gitignore': 'ignored.txt\n', 'ignored.txt': '', 'a.txt': '' },
      { pattern: '*.txt' },
      { content: 'a.txt' },
    ],
    [
      '2.2 more than are shown',
      numberedNames(1_001),
      { pattern: '*' },
      {
        notes: ['showing the first 1000 of 1001 files; use a narrower pattern or path'],
        details: { matchCount: 1_001, truncated: true },
      },
    ],
    [
      '2.3 links to folders are not followed',
      { 'real/a.txt': '' },
      { pattern: '*.txt' },
      { content: 'real/a.txt' },
      ({ path }) => symlinkSync('real', path('link')),
    ],
    [
      '3.1 a pattern that is a list',
      {},
      { pattern: [] },
      { status: 'error', content: expect.stringContaining('pattern: expected a string, got []') },
    ],
  ];
  test.each(rows)('%s', async (_, files, params, expected, arrange) => {
    const space = workspace(files);
    arrange?.(space);
    expect(await runTool(glob, params, space.context)).toMatchObject({ status: 'ok', ...expected });
  });
});

describe('J.7 ls', () => {
  const rows: readonly Row[] = [
    [
      '1.1 hidden names, folders with a slash',
      { '.hidden-file': '', '.hidden-dir/a': '' },
      {},
      { content: '.hidden-dir/\n.hidden-file', details: { entryCount: 2, truncated: false } },
    ],
    [
      '1.2 an empty folder',
      {},
      { path: 'empty' },
      { content: '', notes: ['empty directory'], details: { entryCount: 0 } },
      ({ path }) => mkdirSync(path('empty')),
    ],
    [
      '1.3 sorted without regard to case',
      { 'Zebra.txt': '', 'apple.txt': '', 'Banana.txt': '' },
      {},
      { content: 'apple.txt\nBanana.txt\nZebra.txt' },
    ],
    [
      '2.1 a file',
      { 'a.txt': '' },
      { path: 'a.txt' },
      { status: 'error', content: 'Not a directory: a.txt is a file. Use read to see it.' },
    ],
    [
      '2.2 nothing',
      {},
      { path: 'nowhere' },
      { status: 'error', content: expect.stringMatching(/^File not found: nowhere\./) },
    ],
    [
      '2.3 600 names',
      numberedNames(600),
      {},
      {
        content: Array.from({ length: 500 }, (_, at) => `f${10_000 + at}`).join('\n'),
        notes: ['showing 500 of 600 entries, 100 more; use limit=600, or glob for some of them'],
        details: { entryCount: 600, truncated: true },
      },
    ],
    [
      '3.1 a path that is a number',
      {},
      { path: 42 },
      { status: 'error', content: expect.stringContaining('path: expected a string, got 42') },
    ],
  ];
  test.each(rows)('%s', async (_, files, params, expected, arrange) => {
    const space = workspace(files);
    arrange?.(space);
    expect(await runTool(ls, params, space.context)).toMatchObject({ status: 'ok', ...expected });
  });
});
