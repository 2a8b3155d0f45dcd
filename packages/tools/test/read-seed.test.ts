/** The scenarios of the seed's list J.3 (read), by their numbers. After 2,000 lines the next is 2,001. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Params } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { runTool } from '../src/index.ts';
import { read } from '../src/read.ts';
import { png } from './samples.ts';
import { numbered, type Workspace, workspace } from './workspace.ts';

const isRoot = process.getuid?.() === 0;
const three = { 'a.txt': 'one\ntwo\nthree\n' };
const hundred = { 'a.txt': numbered(1, 100) };
const many = { 'a.txt': numbered(1, 2_500) };
const SCREENSHOT = '截图 2026-02-11 下午3.42.10.png';

type Expected = {
  readonly status?: string;
  readonly content?: unknown;
  readonly notes?: readonly unknown[];
  readonly details?: object;
};
type Row = [
  title: string,
  files: { readonly [name: string]: string | Buffer },
  params: Params,
  expected: Expected,
  arrange?: (space: Workspace) => void,
];

const rows: readonly Row[] = [
  ['1.1 a file of three lines', three, {}, { content: 'one\ntwo\nthree\n', details: { truncated: false } }],
  ['1.2 no such file', {}, {}, { status: 'error', content: expect.stringMatching(/^File not found: a\.txt\./) }],
  ['1.3 an empty file', { 'a.txt': '' }, {}, { content: '', notes: ['the file is empty'] }],
  ['2.1 offset', hundred, { offset: 51 }, { content: numbered(51, 100) }],
  [
    '2.2 limit',
    hundred,
    { limit: 10 },
    { content: numbered(1, 10), notes: ['showing lines 1-10 of 100; continue with offset=11'] },
  ],
  ['2.3 offset and limit', hundred, { offset: 41, limit: 20 }, { content: numbered(41, 60) }],
  ['2.4 offset 1', three, { offset: 1 }, { content: 'one\ntwo\nthree\n' }],
  [
    '2.5 offset past the end',
    three,
    { offset: 100 },
    { status: 'error', content: 'Offset 100 is beyond the end of a.txt, which has 3 lines.' },
  ],
  [
    '3.1 too many lines',
    many,
    {},
    { content: numbered(1, 2_000), notes: ['showing lines 1-2000 of 2500; continue with offset=2001'] },
  ],
  [
    '3.2 too many bytes',
    { 'a.txt': `${'x'.repeat(199)}\n`.repeat(500) },
    {},
    {
      notes: ['showing lines 1-256 of 500 (50 KB limit); continue with offset=257'],
      details: { truncatedBy: 'bytes' },
    },
  ],
  [
    '3.3 a first line that is too long',
    { 'a.txt': 'x'.repeat(60_000) },
    {},
    {
      content: '',
      notes: [expect.stringContaining("with bash: sed -n '1p' a.txt | head -c 51200")],
      details: { firstLineExceedsLimit: true },
    },
  ],
  [
    '4.1 a PNG by the name of a text',
    { 'a.txt': png(2, 3) },
    {},
    {
      content: `a.txt: PNG image, 2 × 3 pixels, ${png(2, 3).length} bytes`,
      details: { image: { mediaType: 'image/png', width: 2, height: 3 } },
    },
  ],
  ['4.2 a text by the name of a PNG', { 'a.png': 'words' }, { path: 'a.png' }, { content: 'words' }],
  [
    '5.1 details of what is cut',
    many,
    {},
    { details: { truncated: true, truncatedBy: 'lines', totalLines: 2_500, outputLines: 2_000 } },
  ],
  ['5.2 the last line', hundred, { offset: 100 }, { content: 'line 100\n' }],
  [
    '5.3 a link',
    three,
    { path: 'link' },
    { content: 'one\ntwo\nthree\n' },
    ({ path }) => symlinkSync('a.txt', path('link')),
  ],
  ['6.1 spaces and Chinese in a name', { [SCREENSHOT]: 'x' }, { path: SCREENSHOT }, { content: 'x' }],
  ['6.2 the home', {}, { path: '~/test.txt' }, { content: 'at home' }, putAtHome],
  [
    '6.3 a path that is a number',
    {},
    { path: 42 },
    { status: 'error', content: expect.stringContaining('path: expected a string, got 42') },
  ],
];

test.each(rows)('%s', async (_, files, params, expected, arrange) => {
  const space = workspace(files);
  arrange?.(space);
  expect(await runTool(read, { path: 'a.txt', ...params }, space.context)).toMatchObject({ status: 'ok', ...expected });
});

test.skipIf(isRoot)('5.4 no permission', async () => {
  const { context, path } = workspace(three);
  chmodSync(path('a.txt'), 0);
  expect(await runTool(read, { path: 'a.txt' }, context)).toMatchObject({
    status: 'error',
    content: 'No permission: a.txt (EACCES). The user that runs this may not open it that way.',
  });
});

function putAtHome({ folder }: Workspace): void {
  const home = join(dirname(folder), 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'test.txt'), 'at home');
}
