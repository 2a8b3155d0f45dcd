import { chmodSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listFiles, listNotes } from '../src/file-list.ts';
import { glob } from '../src/glob.ts';
import { runTool } from '../src/index.ts';
import { reachOf } from '../src/reach.ts';
import { workspace } from './workspace.ts';

const isRoot = process.getuid?.() === 0;

const TREE = {
  'visible.txt': '',
  '.secret/hidden.txt': '',
  'src/a.ts': '',
  'src/deep/b.ts': '',
  'src/deep/c.js': '',
  'node_modules/x/index.ts': '',
  '.git/config.txt': '',
};

describe('files that match', () => {
  const rows = [
    ['names at any depth, hidden ones too', { pattern: '*.txt' }, ['.secret/hidden.txt', 'visible.txt']],
    ['a path with **', { pattern: 'src/**/*.ts' }, ['src/a.ts', 'src/deep/b.ts']],
    ['one level', { pattern: 'src/*.ts' }, ['src/a.ts']],
    ['alternatives', { pattern: '**/*.{js,txt}' }, ['.secret/hidden.txt', 'src/deep/c.js', 'visible.txt']],
    ['below a folder, as paths from the working folder', { pattern: '**/*.ts', path: 'src/deep' }, ['src/deep/b.ts']],
    ['a name', { pattern: 'b.ts' }, ['src/deep/b.ts']],
    [
      'a folder that is ignored, where it is named',
      { pattern: '*.ts', path: 'node_modules/x' },
      ['node_modules/x/index.ts'],
    ],
  ] as const;
  test.each(rows)('%s', async (_, params, files) => {
    const { context } = workspace(TREE);
    const outcome = await runTool(glob, params, context);
    expect(outcome).toEqual({
      status: 'ok',
      content: files.join('\n'),
      details: { path: expect.any(String), matchCount: files.length, truncated: false },
    });
  });

  test('an absolute pattern below the folder', async () => {
    const { context, path } = workspace(TREE);
    expect((await runTool(glob, { pattern: path('src/*.ts') }, context)).content).toBe('src/a.ts');
  });

  test.each([
    ['*.xyz', 'src', 'No files in src match *.xyz'],
    ['src', '.', 'No files in . match src, which is a folder: give it as path, or add /** to it'],
    ['*/', '.', 'No files in . match */: only files are found, ls shows folders'],
  ])('none is said: %s in %s', async (pattern, path, note) => {
    const { context } = workspace(TREE);
    const outcome = await runTool(glob, { pattern, path }, context);
    expect(outcome).toMatchObject({ status: 'ok', content: '', details: { matchCount: 0 }, notes: [note] });
  });
});

describe('what git ignores', () => {
  const rows: readonly (readonly [
    title: string,
    files: { [name: string]: string },
    params: { pattern: string; path?: string },
    content: string,
  ])[] = [
    ['a file', { '.gitignore': 'ignored.txt\n', 'ignored.txt': '', 'a.txt': '' }, { pattern: '*.txt' }, 'a.txt'],
    [
      'a folder',
      { '.gitignore': '/dist/\n', 'dist/a.txt': '', 'src/dist/b.txt': '' },
      { pattern: '*.txt' },
      'src/dist/b.txt',
    ],
    [
      'by a nested file',
      { 'src/.gitignore': '*.txt\n', 'src/deep/a.txt': '', 'b.txt': '' },
      { pattern: '*.txt' },
      'b.txt',
    ],
    [
      'and what a deeper file takes back',
      { '.gitignore': '*.log\n', 'keep/.gitignore': '!*.log\n', 'keep/a.log': '', 'b.log': '' },
      { pattern: '*.log' },
      'keep/a.log',
    ],
    [
      'by a file above the folder',
      { '.gitignore': '*.log\n', 'src/a.log': '', 'src/b.txt': '' },
      { pattern: '*', path: 'src' },
      'src/b.txt',
    ],
    [
      'but not in a folder that is named',
      { '.gitignore': 'dist\n', 'dist/a.js': '' },
      { pattern: '*.js', path: 'dist' },
      'dist/a.js',
    ],
    ['upper and lower case are two', { '.gitignore': 'A.txt\n', 'a.txt': '' }, { pattern: '*.txt' }, 'a.txt'],
  ];
  test.each(rows)('%s', async (_, files, params, content) => {
    const { context } = workspace(files);
    expect((await runTool(glob, params, context)).content).toBe(content);
  });
});

test('links are listed, not followed, and a circle of them does no harm', async () => {
  const { context, path } = workspace({ 'real/a.txt': '' });
  symlinkSync('..', path('real/up'));
  symlinkSync('real/a.txt', path('b.txt'));
  expect((await runTool(glob, { pattern: '**/*.txt' }, context)).content).toBe('b.txt\nreal/a.txt');
});

describe('what is protected', () => {
  const SECRETS = { '.env': '', 'a.txt': '', '.tagma/rules.txt': '', 'deep/.ssh/id.txt': '', 'b/.tagma/c/d.txt': '' };
  test.each([
    ['is not opened on the way, though files are listed by name', { pattern: '**/*' }, '.env\na.txt'],
    ['nor in alternatives', { pattern: '{.tagma/*,.tagma/rules.txt,*.txt}' }, 'a.txt'],
    ['nor behind an escape', { pattern: '\\.tagma/rules.txt' }, ''],
    ['but where the path names it', { pattern: '*.txt', path: '.tagma' }, '.tagma/rules.txt'],
    ['but where the pattern begins with it', { pattern: 'b/.tagma/**/*.txt' }, 'b/.tagma/c/d.txt'],
  ])('%s', async (_, params, content) => {
    const { context } = workspace(SECRETS);
    expect((await runTool(glob, params, context)).content).toBe(content);
  });
});

test('a pattern leads through a link only where it names it', async () => {
  const { context, path } = workspace({ 'project/src/a.txt': '', 'out/b.txt': '' });
  symlinkSync(path('out'), path('project/linked'));
  const search = async (pattern: string) =>
    (await runTool(glob, { pattern }, { ...context, folder: path('project') })).content;
  expect(await search('linked/*.txt')).toBe('linked/b.txt');
  expect(await search('{linked,src}/*.txt')).toBe('src/a.txt');
  expect(await search('\\linked/b.txt')).toBe('');
});

test('the newest file comes first', async () => {
  const { context, path } = workspace({ 'a.txt': '', 'b.txt': '', 'deep/c.txt': '' });
  utimesSync(path('deep/c.txt'), new Date('2026-03-01'), new Date('2026-03-01'));
  expect((await runTool(glob, { pattern: '*.txt' }, context)).content).toBe('deep/c.txt\na.txt\nb.txt');
});

test.skipIf(process.platform === 'win32')('a name with a newline cannot look like two', async () => {
  const { context } = workspace({ 'a\nb.txt': '', 'c.txt': '' });
  expect((await runTool(glob, { pattern: '*.txt' }, context)).content).toBe('"a\\nb.txt"\nc.txt');
});

test.skipIf(isRoot)('a folder without permission is passed over, and it is said', async () => {
  const { context, path } = workspace({ 'a.txt': '', 'shut/b.txt': '' });
  chmodSync(path('shut'), 0);
  const { content, notes } = await runTool(glob, { pattern: '*.txt' }, context);
  chmodSync(path('shut'), 0o755);
  expect([content, notes]).toEqual(['a.txt', ['not looked into, for lack of permission: shut']]);
});

describe('a walk that is to end', () => {
  const walk = (timeMs: number, signal: AbortSignal) => {
    const { folder } = workspace(TREE);
    return listFiles({ folder, pattern: '**/nowhere', reach: reachOf([folder], folder), pathsMax: 10, timeMs, signal });
  };

  test('for the time is up says so', async () => {
    const list = await walk(-1, new AbortController().signal);
    expect(list).toEqual({ paths: [], isCut: false, isLate: true, unreadable: [] });
    expect(listNotes(list, '/')).toEqual(['the time was up before all folders were looked into; use a narrower path']);
  });

  test('for an abort ends, though nothing was found yet', async () => {
    await expect(walk(60_000, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});

test('1,000 files are shown', async () => {
  const { context } = workspace(
    Object.fromEntries(Array.from({ length: 1_005 }, (_, at) => [`f${1_000 + at}.txt`, ''])),
  );
  const { content, details, notes } = await runTool(glob, { pattern: '*.txt' }, context);
  expect(content.split('\n')).toHaveLength(1_000);
  expect(notes).toEqual(['showing the first 1000 of 1005 files; use a narrower pattern or path']);
  expect(details).toMatchObject({ matchCount: 1_005, truncated: true });
});

describe('what cannot be searched', () => {
  test.each([
    ['an empty pattern', { pattern: '' }, 'The pattern is empty. To find all files use **/*.'],
    [
      'a pattern that leads out',
      { pattern: '../*.txt' },
      'The pattern ../*.txt leads out of the folder that is searched (.). Give the other folder as path, and a pattern below it.',
    ],
    [
      'an absolute one elsewhere',
      { pattern: '/etc/*' },
      'The pattern /etc/* leads out of the folder that is searched (.). Give the other folder as path, and a pattern below it.',
    ],
    [
      'one of the home folder',
      { pattern: '~/*.txt', path: 'src' },
      'The pattern ~/*.txt leads out of the folder that is searched (src). Give the other folder as path, and a pattern below it.',
    ],
    ['a file', { pattern: '*', path: 'a.txt' }, 'Not a directory: a.txt is a file. Use read to see it.'],
    ['a missing folder', { pattern: '*', path: 'srv' }, 'File not found: srv. Similar names there: src'],
  ])('%s', async (_, params, content) => {
    const { context, path } = workspace({ 'a.txt': '' });
    mkdirSync(path('src'));
    expect(await runTool(glob, params, context)).toMatchObject({ status: 'error', content });
  });
});
