import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, utimesSync } from 'node:fs';
import type { Params } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { grep } from '../src/grep.ts';
import { searchHere } from '../src/grep-here.ts';
import { searchWithRipgrep } from '../src/grep-ripgrep.ts';
import { runTool } from '../src/index.ts';
import { reachOf } from '../src/reach.ts';
import { findRipgrep } from '../src/ripgrep.ts';
import { workspace } from './workspace.ts';

const isRoot = process.getuid?.() === 0;
const ONE_LINE =
  'A pattern never matches more than one line. Search for one of its lines, and set context to see the lines around it.';
const SLOW = 'ripgrep was not found: searched with JavaScript regular expressions, slower';

const TREE = {
  'a.txt': 'one\ntwo\nhello world\nfour\nfive\n',
  'src/b.ts': 'const Hello = foo.bar(baz);\n// hello\n',
  'src/deep/c.js': 'hello\r\nCRLF hello\r\n',
  'src/bom.txt': '\ufeffhello mark\n',
  '.hidden/d.txt': 'hello hidden',
  'image.png': Buffer.from('hello\0png'),
  'node_modules/x/e.js': 'hello module\n',
  '.git/config': 'hello git\n',
  '.gitignore': 'dist/\n*.log\n',
  'dist/f.js': 'hello dist\n',
  'g.log': 'hello log\n',
  'src/.gitignore': '!*.log\n',
  'src/h.log': 'hello kept log\n',
};

const rows: readonly [title: string, params: Params, content: string, note?: string][] = [
  ['one file', { pattern: 'hello', path: 'a.txt' }, 'a.txt:3: hello world'],
  [
    'a tree, without what is ignored, binary or not ours',
    { pattern: 'hello' },
    [
      '.hidden/d.txt:1: hello hidden',
      'a.txt:3: hello world',
      'src/b.ts:2: // hello',
      'src/bom.txt:1: hello mark',
      'src/deep/c.js:1: hello',
      'src/deep/c.js:2: CRLF hello',
      'src/h.log:1: hello kept log',
    ].join('\n'),
  ],
  ['a folder', { pattern: 'hello', path: 'src/deep' }, 'src/deep/c.js:1: hello\nsrc/deep/c.js:2: CRLF hello'],
  ['an ignored folder that is named', { pattern: 'hello', path: 'dist' }, 'dist/f.js:1: hello dist'],
  [
    'node_modules where it is named',
    { pattern: 'hello', path: 'node_modules/x' },
    'node_modules/x/e.js:1: hello module',
  ],
  ['no match', { pattern: 'nonexistent' }, '', 'No matches for nonexistent in .'],
  [
    'no match in some files',
    { pattern: 'hello', glob: '*.md', path: 'src' },
    '',
    'No matches for hello in src (files *.md)',
  ],
  ['metacharacters', { pattern: 'foo\\.bar\\(' }, 'src/b.ts:1: const Hello = foo.bar(baz);'],
  ['plain text', { pattern: 'foo.bar(', literal: true }, 'src/b.ts:1: const Hello = foo.bar(baz);'],
  ['upper and lower case', { pattern: 'HELLO WORLD', ignoreCase: true }, 'a.txt:3: hello world'],
  ['a flag in the pattern', { pattern: '(?i)HELLO WORLD' }, 'a.txt:3: hello world'],
  [
    'the end of a line with CRLF',
    { pattern: 'hello$', path: 'src/deep', limit: 5 },
    'src/deep/c.js:1: hello\nsrc/deep/c.js:2: CRLF hello',
  ],
  ['a pattern like an option', { pattern: '--hidden' }, '', 'No matches for --hidden in .'],
  ['look-around', { pattern: '(?<=const )Hello(?! World)' }, 'src/b.ts:1: const Hello = foo.bar(baz);'],
  ['a newline at its end', { pattern: 'hello world\n' }, 'a.txt:3: hello world'],
  ['files by name', { pattern: 'hello', glob: '*.ts' }, 'src/b.ts:2: // hello'],
  ['files by name, not those that are ignored', { pattern: 'hello', glob: '*.log' }, 'src/h.log:1: hello kept log'],
  [
    'nor those of an ignored folder',
    { pattern: 'hello', glob: 'dist/*' },
    '',
    'No matches for hello in . (files dist/*)',
  ],
  [
    'files by alternatives',
    { pattern: 'hello', glob: '*.{ts,js}' },
    'src/b.ts:2: // hello\nsrc/deep/c.js:1: hello\nsrc/deep/c.js:2: CRLF hello',
  ],
  ['files by path', { pattern: 'hello', glob: 'deep/*.js' }, 'src/deep/c.js:1: hello\nsrc/deep/c.js:2: CRLF hello'],
  [
    'files by a path that names the folder too',
    { pattern: 'hello', glob: 'src/**/*.ts', path: 'src' },
    'src/b.ts:2: // hello',
  ],
  [
    'all but some files',
    { pattern: 'hello', glob: '!*.{js,txt}' },
    'src/b.ts:2: // hello\nsrc/h.log:1: hello kept log',
  ],
  [
    'lines around',
    { pattern: 'two|five', path: 'a.txt', context: 1 },
    'a.txt-1- one\na.txt:2: two\na.txt-3- hello world\na.txt-4- four\na.txt:5: five',
  ],
  [
    'groups of lines',
    { pattern: 'one|five', path: 'a.txt', context: 1 },
    'a.txt:1: one\na.txt-2- two\n--\na.txt-4- four\na.txt:5: five',
  ],
  [
    'no more than asked for, with the lines around',
    { pattern: 'e', path: 'a.txt', context: 1, limit: 1 },
    'a.txt:1: one\na.txt-2- two',
    '1 matches limit reached, there are more; narrow the pattern, path or glob, or use limit=2',
  ],
  ['exactly as many as asked for', { pattern: 'CRLF', limit: 1 }, 'src/deep/c.js:2: CRLF hello'],
];

describe.each([
  ['with ripgrep', findRipgrep, []],
  ['without', () => null, [SLOW]],
])('%s', (_, ripgrep, searchNotes) => {
  const search = (params: Params, files: { readonly [name: string]: string | Buffer } = TREE) =>
    runTool(grep, params, workspace(files, { operations: { ripgrep } }).context);

  test.each(rows)('%s', async (_title, params, content, note) => {
    const { status, content: found, notes = [] } = await search(params);
    expect({ status, content: found, notes }).toEqual({
      status: 'ok',
      content,
      notes: note === undefined ? searchNotes : [...searchNotes, note],
    });
  });

  test('at most 100 matches', async () => {
    const { content, details, notes } = await search({ pattern: 'x' }, { 'a.txt': 'x\n'.repeat(300) });
    expect(content).toBe(Array.from({ length: 100 }, (_value, at) => `a.txt:${at + 1}: x`).join('\n'));
    expect(notes).toEqual([
      ...searchNotes,
      '100 matches limit reached, there are more; narrow the pattern, path or glob, or use limit=200',
    ]);
    expect(details).toMatchObject({ matchCount: 100, fileCount: 1, truncated: true });
  });

  test('exactly 100 matches are not cut', async () => {
    const { details, notes = [] } = await search({ pattern: 'x' }, { 'a.txt': 'x\n'.repeat(100) });
    expect(notes).toEqual(searchNotes);
    expect(details).toMatchObject({ matchCount: 100, truncated: false });
  });

  test('long lines are cut, not in a character', async () => {
    const { content, notes } = await search({ pattern: 'x' }, { 'a.txt': `x${'🌍'.repeat(400)}\n` });
    expect(content).toBe(`a.txt:1: x${'🌍'.repeat(249)}... [truncated]`);
    expect(notes).toEqual([...searchNotes, 'some lines are cut to 500 characters; use read to see them whole']);
  });

  test('50 KB at most', async () => {
    const { content, details, notes } = await search(
      { pattern: 'x', limit: 2_000 },
      { 'a.txt': `${'x'.repeat(400)}\n`.repeat(1_000) },
    );
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(51_200);
    expect(notes).toEqual([
      ...searchNotes,
      'showing the first 124 of 1000 lines found (50 KB limit); narrow the pattern, path or glob',
    ]);
    expect(details).toMatchObject({ matchCount: 1_000, truncated: true });
  });

  test('a wrong expression is an error with a hint', async () => {
    const outcome = await search({ pattern: 'foo(' });
    expect(outcome.status).toBe('error');
    expect(outcome.content).toMatch(
      /^The search failed: [\s\S]*\nTo search for the text as it is, set literal to true\.$/,
    );
    expect(outcome.content).toMatch(/unclosed group|Unterminated group/);
  });

  test('a wrong expression is told in a few words', async () => {
    const { content } = await search({ pattern: 'foo(' });
    expect(content).toMatch(
      /^The search failed: foo\( is no regular expression: \w+ group\.\nTo search for the text as it is, set literal to true\.$/,
    );
  });

  test('the newest file comes first', async () => {
    const space = workspace(
      { 'a.txt': 'hello\n', 'b.txt': 'hello\nhello\n', 'c.txt': 'hello\n' },
      { operations: { ripgrep } },
    );
    utimesSync(space.path('b.txt'), new Date('2026-03-01'), new Date('2026-03-01'));
    utimesSync(space.path('c.txt'), new Date('2026-02-01'), new Date('2026-02-01'));
    const { content } = await runTool(grep, { pattern: 'hello' }, space.context);
    expect(content).toBe('b.txt:1: hello\nb.txt:2: hello\nc.txt:1: hello\na.txt:1: hello');
  });

  test('text that is not UTF-8 is shown', async () => {
    const files = {
      'a.txt': Buffer.from('caf\xe9 hello\n', 'latin1'),
      'b.txt': Buffer.from('\ufeffZürich hello\r\n', 'utf16le'),
    };
    expect((await search({ pattern: 'hello' }, files)).content).toBe('a.txt:1: café hello\nb.txt:1: Zürich hello');
  });

  test('UTF-16 without a mark is searched where it is named', async () => {
    const text = Buffer.from('one line\r\nZürich hello\r\n', 'utf16le');
    for (const [name, bytes] of [
      ['a', text],
      ['b', Buffer.from(text).swap16()],
    ] as const) {
      const { content } = await search({ pattern: 'hello$', path: name }, { [name]: bytes });
      expect(content).toBe(`${name}:2: Zürich hello`);
    }
  });

  test('a binary file that is named is not searched, and it is said', async () => {
    expect(await search({ pattern: 'hello', path: 'image.png' })).toMatchObject({
      status: 'ok',
      content: '',
      notes: ['image.png is a binary file, which is not searched'],
    });
  });

  test.skipIf(process.platform === 'win32')('a pipe or a device that is named is not opened', async () => {
    const space = workspace({}, { operations: { ripgrep } });
    execFileSync('mkfifo', [space.path('pipe')]);
    for (const path of ['pipe', '/dev/zero']) {
      expect((await runTool(grep, { pattern: 'x', path }, space.context)).content).toContain('is not a regular file');
    }
  });

  test.skipIf(process.platform === 'win32')('a name with a newline cannot look like a line of its own', async () => {
    const { content } = await search({ pattern: 'hello' }, { 'a\nb.txt:1: forged': 'hello\n' });
    expect(content).toBe('"a\\nb.txt:1: forged":1: hello');
  });

  test.skipIf(isRoot)('a folder without permission is passed over, and it is said', async () => {
    const space = workspace({ 'a.txt': 'hello\n', 'shut/b.txt': 'hello\n' }, { operations: { ripgrep } });
    chmodSync(space.path('shut'), 0);
    const found = await runTool(grep, { pattern: 'hello' }, space.context);
    const none = await runTool(grep, { pattern: 'nowhere' }, space.context);
    chmodSync(space.path('shut'), 0o755);
    expect([found.status, found.content, none.status]).toEqual(['ok', 'a.txt:1: hello', 'ok']);
    for (const { notes } of [found, none]) expect(notes?.some((note) => note.includes('shut'))).toBe(true);
  });

  test.each([
    ['a pattern of two lines', { pattern: 'one\ntwo' }, ONE_LINE],
    ['a NUL', { pattern: 'a\0b' }, 'The pattern holds a NUL character. Files with such are binary, and not searched.'],
    [
      'a pattern that no command line takes',
      { pattern: 'x'.repeat(200_000) },
      'The pattern is longer than 32768 characters. Search for a part of it.',
    ],
    ['an escape of a newline', { pattern: 'one\\ntwo' }, ONE_LINE],
    ['a missing path', { pattern: 'x', path: 'scr' }, 'File not found: scr. Similar names there: src'],
    ['an empty pattern', { pattern: '' }, 'The pattern is empty: it would match every line. Use read to see a file.'],
  ])('%s', async (_title, params, content) => {
    expect(await search(params)).toMatchObject({ status: 'error', content });
  });

  test('links are not followed, and a circle of them does no harm', async () => {
    const space = workspace({ 'real/a.txt': 'hello\n' }, { operations: { ripgrep } });
    symlinkSync('..', space.path('real/up'));
    symlinkSync('real/a.txt', space.path('b.txt'));
    expect((await runTool(grep, { pattern: 'hello' }, space.context)).content).toBe('real/a.txt:1: hello');
  });

  const SECRETS = {
    'a.txt': 'KEY\n',
    '.env': 'KEY=1\n',
    'src/.Env.local': 'KEY=1\n',
    'keys/server.PEM': 'KEY\n',
    'keys/id_rsa': 'KEY\n',
    '.tagma/rules.json': 'KEY\n',
    'deep/.docker/config.json': 'KEY\n',
    'deep/.docker/other.json': 'KEY\n',
    '.npmrc': 'KEY\n',
  };

  test('environment files, keys and their like are passed over, whatever the glob says', async () => {
    expect((await search({ pattern: 'KEY' }, SECRETS)).content).toBe('a.txt:1: KEY\ndeep/.docker/other.json:1: KEY');
    for (const filter of ['.env', '**/.*', '{.env,.tagma/*}', '**/id_rsa', '.tagma/rules.json']) {
      expect([filter, (await search({ pattern: 'KEY', glob: filter }, SECRETS)).content]).toEqual([filter, '']);
    }
    const { notes } = await search({ pattern: 'KEY', glob: '*.env' }, SECRETS);
    expect(notes).toEqual([...searchNotes, 'No matches for KEY in . (files *.env)']);
    expect((await search({ pattern: 'KEY', glob: '.env*' }, SECRETS)).notes).toEqual([
      ...searchNotes,
      'No matches for KEY in . (files .env*)',
      'environment files, keys and their like are searched only where path names them',
    ]);
  });

  test.each([
    ['.env', '.env:1: KEY=1'],
    ['keys/id_rsa', 'keys/id_rsa:1: KEY'],
    ['.tagma', '.tagma/rules.json:1: KEY'],
    ['deep/.docker/config.json', 'deep/.docker/config.json:1: KEY'],
    ['keys', ''],
  ])('what the path itself names is searched: %s', async (path, content) => {
    expect((await search({ pattern: 'KEY', path }, SECRETS)).content).toBe(content);
  });

  test('a glob leads through no link', async () => {
    const space = workspace({ 'project/src/a.txt': 'hello\n', 'out/b.txt': 'hello\n' }, { operations: { ripgrep } });
    symlinkSync(space.path('out'), space.path('project/src/linked'));
    const context = { ...space.context, folder: space.path('project') };
    for (const filter of ['src/linked/*.txt', 'src/linked/b.txt', 'linked/**']) {
      expect((await runTool(grep, { pattern: 'hello', path: 'src', glob: filter }, context)).content).toBe('');
    }
    const named = await runTool(grep, { pattern: 'hello', path: 'src/linked' }, context);
    expect(named.content).toBe('src/linked/b.txt:1: hello');
  });

  test('an abort ends it', async () => {
    const controller = new AbortController();
    const space = workspace(TREE, { signal: controller.signal, operations: { ripgrep } });
    const running = runTool(grep, { pattern: 'hello' }, space.context);
    controller.abort();
    expect(await running).toEqual({ status: 'aborted', content: 'The search was aborted.', details: {} });
  });
});

describe('a pattern that backtracks without end', () => {
  const FILES = { 'a.txt': 'aaab\naaa\n', 'b.txt': `${'a'.repeat(60)}b\n`, 'c.txt': 'aaa\n' };
  const PATTERN = '^(a+)+$';

  test('is ended with the time, and what was found before it is shown', async () => {
    const { context, folder } = workspace(FILES);
    const query = { target: folder, targetIsFolder: true, folder, reach: reachOf([folder], folder) };
    const more = { glob: null, ignoreCase: false, literal: false, contextLines: 0, matchesMax: 100 };
    const found = await searchHere({ ...query, ...more, pattern: PATTERN, signal: context.signal }, 300);
    expect(found).toEqual({
      kind: 'found',
      lines: [{ path: `${folder}/a.txt`, number: 2, text: 'aaa', isCut: false, isMatch: true }],
      matchCount: 1,
      isCut: false,
      isLate: true,
      notes: [SLOW, expect.stringMatching(/^the search was ended after 0.3 seconds, at b\.txt: /)],
    });
  });

  test('leaves the program alive, which can abort it', async () => {
    const controller = new AbortController();
    const { context } = workspace(FILES, { signal: controller.signal, operations: { ripgrep: () => null } });
    const running = runTool(grep, { pattern: PATTERN }, context);
    setTimeout(() => controller.abort(), 200);
    expect(await running).toEqual({ status: 'aborted', content: 'The search was aborted.', details: {} });
  });
});

test.skipIf(process.platform === 'win32')('a ripgrep that does not end is ended with the time', async () => {
  const { context, folder, put } = workspace(TREE);
  const program = put('../rg', '#!/bin/sh\nexec sleep 60\n');
  chmodSync(program, 0o755);
  const query = { target: folder, targetIsFolder: true, folder, reach: reachOf([folder], folder) };
  const more = { glob: null, ignoreCase: false, literal: false, contextLines: 0, matchesMax: 100 };
  const found = await searchWithRipgrep(program, { ...query, ...more, pattern: 'hello', signal: context.signal }, 200);
  expect(found).toEqual({
    kind: 'found',
    lines: [],
    matchCount: 0,
    isCut: false,
    isLate: true,
    notes: ['the search was ended after 0.2 seconds: not all files were searched; use a narrower path or glob'],
  });
});

test('where ripgrep cannot be started, the search is done without', async () => {
  const { context } = workspace(TREE, { operations: { ripgrep: () => '/no/such/rg' } });
  const { status, content, notes } = await runTool(grep, { pattern: 'hello', path: 'a.txt' }, context);
  expect({ status, content, notes }).toEqual({ status: 'ok', content: 'a.txt:3: hello world', notes: [SLOW] });
});

test('what ripgrep does not find for the encoding of the named file alone is not said to be absent', async () => {
  const { context } = workspace({ 'a.txt': Buffer.from('caf\xe9 hello\n', 'latin1') });
  const notesOf = async (pattern: string) => (await runTool(grep, { pattern, path: 'a.txt' }, context)).notes;
  expect(await notesOf('café')).toEqual([
    'No matches for café in a.txt',
    'in a file that is not UTF-8, only ASCII is found; read says which it is',
  ]);
  expect(await notesOf('coffee')).toEqual(['No matches for coffee in a.txt']);
});
