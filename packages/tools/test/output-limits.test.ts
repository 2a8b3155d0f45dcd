/** What tools show where a window has room for less than they show at most, and what they say of the rest. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Params } from '@tagma/protocol';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { BUILTIN_TOOLS, createRegistry } from '../src/index.ts';
import { outputLimitsOf, sizeInWords } from '../src/output-limits.ts';
import type { Tool } from '../src/tool.ts';
import { numbered, workspace } from './workspace.ts';

const KB = 1024;
const NAMES = Array.from({ length: 120 }, (_, at) => `many/${String(at).padStart(56, '0')}`);
const WIDE = `${'é'.repeat(35_000)}\nend\n`;
const FILES = {
  'lines.txt': numbered(1, 9_000),
  'wide.txt': WIDE,
  ...Object.fromEntries(NAMES.map((name) => [name, ''])),
};

/** Knows of no limit. */
const chatty: Tool = {
  name: 'chatty',
  description: '',
  input: z.strictObject({}),
  run: async () => ({ status: 'ok', content: 'é\n'.repeat(30_000), details: {} }),
};

async function shownBy(tool: string, params: Params, outputBytesMax: number) {
  const { context, folder } = workspace(FILES, { outputBytesMax });
  const registry = createRegistry([...BUILTIN_TOOLS, chatty]);
  const { content, notes = [], details } = await registry.run(tool, params, context);
  await registry.end();
  const path = typeof details.fullOutputPath === 'string' ? details.fullOutputPath : null;
  const said = notes.map((note) => (path === null ? note : note.replaceAll(path, 'FILE')));
  return { content, bytes: Buffer.byteLength(content), said, folder, kept: path && readFileSync(path, 'utf8') };
}

test.each<[number | undefined, number, number]>([
  [undefined, 2_000, 50 * KB],
  [80 * KB, 2_000, 50 * KB],
  [50 * KB, 2_000, 50 * KB],
  [4 * KB, 512, 4 * KB],
  [1 * KB, 128, 1 * KB],
  [256, 32, 256],
])('of %s bytes: %i lines and %i bytes at most', (outputBytesMax, linesMax, bytesMax) => {
  expect(outputLimitsOf(outputBytesMax === undefined ? {} : { outputBytesMax })).toEqual({ linesMax, bytesMax });
});

test.each([
  [50 * KB, '50 KB'],
  [6_451, '6.3 KB'],
  [1 * KB, '1 KB'],
  [1_000, '1000 bytes'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});

const PRINT = 'cat lines.txt';
const ALL_IN_FILE = 'the full output (88893 bytes) is in FILE, for read (with offset) or grep';

test.each<[string, string, Params, number, number, readonly string[]]>([
  [
    'read',
    'read',
    { path: 'lines.txt' },
    1 * KB,
    1016,
    ['showing lines 1-125 of 9000 (1 KB limit); continue with offset=126'],
  ],
  [
    'read',
    'read',
    { path: 'lines.txt' },
    4 * KB,
    4094,
    ['showing lines 1-467 of 9000 (4 KB limit); continue with offset=468'],
  ],
  ['read', 'read', { path: 'lines.txt' }, 50 * KB, 18893, ['showing lines 1-2000 of 9000; continue with offset=2001']],
  [
    'a line',
    'read',
    { path: 'wide.txt' },
    1 * KB,
    0,
    [
      "line 1 alone is over the limit of 1 KB; see it in pieces with bash: sed -n '1p' wide.txt | head -c 1024; the next piece with tail -c +1025 before head; continue with offset=2",
    ],
  ],
  ['bash', 'bash', { command: PRINT }, 1 * KB, 1019, [`showing lines 8899-9000 of 9000 (1 KB limit); ${ALL_IN_FILE}`]],
  ['bash', 'bash', { command: PRINT }, 4 * KB, 4089, [`showing lines 8592-9000 of 9000 (4 KB limit); ${ALL_IN_FILE}`]],
  ['bash', 'bash', { command: PRINT }, 50 * KB, 19999, [`showing lines 7001-9000 of 9000; ${ALL_IN_FILE}`]],
  [
    'a line of bash',
    'bash',
    { command: 'head -1 wide.txt' },
    1 * KB,
    1024,
    [
      'showing the last 1024 bytes of line 1 (1 KB limit); the full output (70001 bytes) is in FILE, for read (with offset) or grep',
    ],
  ],
  [
    'a job',
    'bash',
    { command: PRINT, background: true },
    1 * KB,
    1019,
    [`showing new lines 8899-9000 of 9000 (1 KB limit); ${ALL_IN_FILE}`, 'job-1 has exited with code 0'],
  ],
  [
    'grep',
    'grep',
    { pattern: 'line', limit: 2_000 },
    1 * KB,
    1015,
    [
      '2000 matches limit reached, there are more; narrow the pattern, path or glob',
      'showing the first 47 of 2000 lines found (1 KB limit); narrow the pattern, path or glob',
    ],
  ],
  [
    'grep',
    'grep',
    { pattern: 'line', limit: 2_000 },
    4 * KB,
    4079,
    [
      '2000 matches limit reached, there are more; narrow the pattern, path or glob',
      'showing the first 179 of 2000 lines found (4 KB limit); narrow the pattern, path or glob',
    ],
  ],
  [
    'a line of grep',
    'grep',
    { pattern: 'é' },
    1 * KB,
    283,
    ['some lines are cut to 128 characters; use read to see them whole'],
  ],
  [
    'glob',
    'glob',
    { pattern: 'many/*' },
    1 * KB,
    991,
    ['showing the first 16 of 120 files; use a narrower pattern or path'],
  ],
  [
    'glob',
    'glob',
    { pattern: 'many/*' },
    4 * KB,
    4091,
    ['showing the first 66 of 120 files; use a narrower pattern or path'],
  ],
  [
    'ls',
    'ls',
    { path: 'many' },
    1 * KB,
    968,
    ['showing 17 of 120 entries (1 KB limit), 103 more; use glob for some of them'],
  ],
  [
    'ls',
    'ls',
    { path: 'many' },
    4 * KB,
    4046,
    ['showing 71 of 120 entries (4 KB limit), 49 more; use glob for some of them'],
  ],
  [
    'a tool that knows of no limit',
    'chatty',
    {},
    1 * KB,
    1023,
    ['showing the first 1023 bytes of 87.9 KB; the whole of it is in FILE, for read (with offset) or grep'],
  ],
  [
    'a tool that knows of no limit',
    'chatty',
    {},
    4 * KB,
    4095,
    ['showing the first 4 KB of 87.9 KB; the whole of it is in FILE, for read (with offset) or grep'],
  ],
])('%s (%s %o) within %i bytes', async (_, tool, params, outputBytesMax, bytes, said) => {
  const shown = await shownBy(tool, params, outputBytesMax);
  expect([shown.bytes, shown.said]).toEqual([bytes, said]);
});

test.each<[string, string, Params, string]>([
  ['bash', 'bash', { command: PRINT }, FILES['lines.txt']],
  ['a tool that knows of no limit', 'chatty', {}, 'é\n'.repeat(30_000)],
])('all of what is cut is kept: %s', async (_, tool, params, all) => {
  expect((await shownBy(tool, params, 1 * KB)).kept).toBe(all);
});

test('the pages that the notes name make up the whole file', async () => {
  let text = '';
  for (let offset: string | undefined = '1', pages = 0; offset !== undefined && pages < 100; pages++) {
    const { content, said } = await shownBy(
      'read',
      { path: 'lines.txt', offset: Number(offset), limit: 100_000 },
      20 * KB,
    );
    text += `${content.trimEnd()}\n`;
    offset = /continue with offset=(\d+)/.exec(said.join('\n'))?.[1];
  }
  expect(text).toBe(FILES['lines.txt']);
});

test('the pieces that the note names make up the whole line', async () => {
  const { said, folder } = await shownBy('read', { path: 'wide.txt' }, 4 * KB);
  const [, first = '', second = ''] = /with bash: (.*); the next piece with (.*) before head/.exec(said[0] ?? '') ?? [];
  const run = (command: string) => execFileSync('bash', ['-c', command], { cwd: folder });
  const pieces = [run(first), run(first.replace('| head', `| ${second} | head`))];
  expect(Buffer.concat(pieces)).toEqual(Buffer.from(WIDE).subarray(0, 8 * KB));
});
