import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Params } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { runTool } from '../src/index.ts';
import { read } from '../src/read.ts';
import { numbered, workspace } from './workspace.ts';

const isRoot = process.getuid?.() === 0;

describe('pages of a file', () => {
  const hundred = { 'a.txt': numbered(1, 100) };
  const rows: readonly [
    title: string,
    files: { [name: string]: string },
    params: Params,
    content: string,
    notes?: readonly string[],
  ][] = [
    ['a short file is shown as it is', { 'a.txt': 'one\ntwo\nthree' }, {}, 'one\ntwo\nthree'],
    ['an empty file is empty', { 'a.txt': '' }, {}, '', ['the file is empty']],
    ['from an offset on', hundred, { offset: 51 }, numbered(51, 100), ['showing lines 51-100 of 100']],
    ['so many lines', hundred, { limit: 10 }, numbered(1, 10), ['showing lines 1-10 of 100; continue with offset=11']],
    [
      'both',
      hundred,
      { offset: 41, limit: 20 },
      numbered(41, 60),
      ['showing lines 41-60 of 100; continue with offset=61'],
    ],
    ['offset 1 is the start', { 'a.txt': 'one\ntwo\n' }, { offset: 1 }, 'one\ntwo\n'],
    ['the last line', hundred, { offset: 100 }, 'line 100\n', ['showing lines 100-100 of 100']],
    [
      '2,000 lines at most',
      { 'a.txt': numbered(1, 3500) },
      {},
      numbered(1, 2000),
      ['showing lines 1-2000 of 3500; continue with offset=2001'],
    ],
    [
      'also if more are asked for',
      { 'a.txt': numbered(1, 2001) },
      { limit: 9999 },
      numbered(1, 2000),
      ['showing lines 1-2000 of 2001; continue with offset=2001'],
    ],
    ['exactly 2,000 lines', { 'a.txt': numbered(1, 2000) }, {}, numbered(1, 2000)],
    [
      '50 KB at most, in whole lines',
      { 'a.txt': `${'x'.repeat(199)}\n`.repeat(500) },
      {},
      `${'x'.repeat(199)}\n`.repeat(256).trimEnd(),
      ['showing lines 1-256 of 500 (50 KB limit); continue with offset=257'],
    ],
    [
      'a line that is too long is not shown',
      { 'a.txt': `${'x'.repeat(51_201)}\nnext\n` },
      {},
      '',
      [
        "line 1 alone is over the limit of 50 KB; see it in pieces with bash: sed -n '1p' a.txt | head -c 51200; the next piece with tail -c +51201 before head; continue with offset=2",
      ],
    ],
    [
      'an empty line before one that is too long',
      { 'a.txt': `\n${'x'.repeat(51_201)}\n` },
      {},
      '',
      ['showing lines 1-1 of 2 (50 KB limit); continue with offset=2'],
    ],
    ['a byte-order mark is not shown', { 'a.txt': '\ufeffone\n' }, {}, 'one\n'],
    [
      'CRLF is shown as LF',
      { 'a.txt': 'one\r\ntwo\r\n' },
      {},
      'one\ntwo\n',
      ['the lines of this file end with CRLF, shown as LF; edit keeps them'],
    ],
    ['text with the name of an image is text', { 'a.png': 'no image' }, { path: 'a.png' }, 'no image'],
    ['spaces and other scripts in a name', { '截图 2026 下午3.42.txt': 'x' }, { path: '截图 2026 下午3.42.txt' }, 'x'],
    ['a mention', { 'src/a.ts': 'x' }, { path: '@src/a.ts' }, 'x'],
  ];
  test.each(rows)('%s', async (_, files, params, content, notes) => {
    const { context } = workspace(files);
    const outcome = await runTool(read, { path: 'a.txt', ...params }, context);
    expect(outcome).toEqual({ status: 'ok', content, details: expect.any(Object), ...(notes && { notes }) });
  });

  test('pages put together are the file', async () => {
    const text = Array.from({ length: 5_000 }, (_, at) => `${at} ${'ä'.repeat(at % 40)}`).join('\n');
    const { context } = workspace({ 'a.txt': text });
    const pages: string[] = [];
    for (let offset = 1; offset <= 5_000; ) {
      const { content, notes } = await runTool(read, { path: 'a.txt', offset }, context);
      pages.push(content.replace(/\n$/, ''));
      const next = /^showing lines .*; continue with offset=(\d+)$/.exec(notes?.[0] ?? '')?.[1];
      offset = next === undefined ? Number.POSITIVE_INFINITY : Number(next);
    }
    expect(pages.join('\n')).toBe(text);
    expect(pages.length).toBeGreaterThan(2);
  });

  test('a page deep in a large file, with the lines of the whole counted', async () => {
    const { context } = workspace({ 'a.txt': numbered(1, 300_000) });
    const outcome = await runTool(read, { path: 'a.txt', offset: 250_000, limit: 2 }, context);
    expect(outcome.content).toBe(numbered(250_000, 250_001));
    expect(outcome.notes).toEqual(['showing lines 250000-250001 of 300000; continue with offset=250002']);
  });

  test('details say what was shown', async () => {
    const { context, path } = workspace({ 'a.txt': numbered(1, 2500) });
    const { details } = await runTool(read, { path: 'a.txt' }, context);
    const bytes = Buffer.byteLength(numbered(1, 2500));
    expect(details).toEqual({
      path: path('a.txt'),
      bytes,
      encoding: 'UTF-8',
      totalLines: 2500,
      outputLines: 2000,
      truncated: true,
      truncatedBy: 'lines',
    });
  });

  test('a link and the home', async () => {
    const { context, path } = workspace({ 'a.txt': 'linked' });
    symlinkSync(path('a.txt'), path('link'));
    const home = join(dirname(context.folder), 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'b.txt'), 'at home');
    expect((await runTool(read, { path: 'link' }, context)).content).toBe('linked');
    expect((await runTool(read, { path: '~/b.txt' }, context)).content).toBe('at home');
  });
});

describe('what cannot be read', () => {
  const files = {
    'src/range.ts': 'x',
    'src/Reader.ts': 'x',
    'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]),
    'three.txt': 'a\nb\nc\n',
  };
  const rows = [
    ['a folder', 'src', 'src is a directory, not a file. Use ls to see what is in it.'],
    ['a misspelt name', 'src/rnage.ts', 'File not found: src/rnage.ts. Similar names there: src/range.ts'],
    ['another case', 'src/reader.ts', 'File not found: src/reader.ts. Similar names there: src/Reader.ts'],
    ['another extension', 'src/range.js', 'File not found: src/range.js. Similar names there: src/range.ts'],
    [
      'nothing like it',
      'src/zebra',
      'File not found: src/zebra. Nothing in src has a similar name; ls or glob show what there is.',
    ],
    [
      'no such folder',
      'lib/deep/a.ts',
      'File not found: lib/deep/a.ts. There is no folder lib/deep either; the nearest one that exists is ..',
    ],
    [
      'a file as a folder',
      'three.txt/a',
      'Not a directory: a part of three.txt/a is a file, so nothing can be below it (ENOTDIR).',
    ],
    [
      'a binary file',
      'image.png',
      'image.png is a binary file (of an unknown type, 6 bytes), which cannot be shown as text. Look at it with bash: xxd image.png | head',
    ],
    ['a device', '/dev/null', '/dev/null is not a regular file (a device, a pipe or a socket), so it is not opened.'],
    [
      'a NUL in the path',
      'a\0b',
      'The path holds a NUL character, which no path may. Write the path again without it.',
    ],
  ] as const;
  test.each(rows)('%s', async (_, path, content) => {
    const { context } = workspace(files);
    expect(await runTool(read, { path }, context)).toMatchObject({ status: 'error', content });
  });

  test('an offset past the end', async () => {
    const { context } = workspace(files);
    expect(await runTool(read, { path: 'three.txt', offset: 100 }, context)).toMatchObject({
      status: 'error',
      content: 'Offset 100 is beyond the end of three.txt, which has 3 lines.',
    });
  });

  test('links in a circle', async () => {
    const { context, path } = workspace();
    symlinkSync(path('a'), path('b'));
    symlinkSync(path('b'), path('a'));
    const outcome = await runTool(read, { path: 'a' }, context);
    expect(outcome).toMatchObject({
      status: 'error',
      content: 'a is a symbolic link that leads round in a circle (ELOOP).',
    });
  });

  test.skipIf(isRoot)('a file without permission', async () => {
    const { context, path } = workspace(files);
    chmodSync(path('three.txt'), 0);
    expect((await runTool(read, { path: 'three.txt' }, context)).content).toMatch(
      /^No permission: three\.txt \(EACCES\)/,
    );
  });
});
