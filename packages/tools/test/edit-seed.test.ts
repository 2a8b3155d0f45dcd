/** The 26 scenarios of the seed for edit (J.1), by their numbers. In its 4.6 the path is asked about: packages/permission. */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Params } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { numbered, workspace } from './workspace.ts';

type Expected = { readonly after?: string | Buffer; readonly status?: 'error'; readonly said?: string | RegExp };
type Row = readonly [title: string, before: string | Buffer, params: Params, expected: Expected];

/** A session that reads the file and then edits it. */
async function edited(before: string | Buffer, params: Params) {
  const { context, path } = workspace({ 'a.txt': before });
  const registry = createRegistry();
  await registry.run('read', { path: 'a.txt' }, context);
  const outcome = await registry.run('edit', { path: 'a.txt', ...params }, context);
  return { ...outcome, after: readFileSync(path('a.txt')) };
}

const failing = (said: string | RegExp): Expected => ({ status: 'error', said });

const ROWS: readonly Row[] = [
  [
    '1.1 an exact match',
    'Hello, world!',
    { old: 'world', new: 'testing' },
    { after: 'Hello, testing!', said: 'Successfully replaced line 1 of a.txt.' },
  ],
  [
    '1.2 a text that is not there',
    'Hello, world!',
    { old: 'nonexistent', new: 'x' },
    failing(/^Could not find the exact text in a\.txt\./),
  ],
  [
    '1.3 several occurrences',
    'foo bar foo baz foo',
    { old: 'foo', new: 'qux' },
    failing(/^Found 3 occurrences of the text in a\.txt/),
  ],
  [
    '2.1 trailing blanks',
    'line one   \nline two\n',
    { old: 'line one\n', new: 'replaced\n' },
    { after: 'replaced\nline two\n' },
  ],
  ['2.2 curly single quotes', '\u2018hello\u2019', { old: "'hello'", new: "'world'" }, { after: "'world'" }],
  ['2.3 curly double quotes', '\u201cHello\u201d', { old: '"Hello"', new: '"World"' }, { after: '"World"' }],
  ['2.4 dashes', 'a\u2013b\u2014c\u2212d', { old: 'a-b-c-d', new: 'e' }, { after: 'e' }],
  ['2.5 a no-break space', 'a\u00a0b\u3000c', { old: 'a b c', new: 'd' }, { after: 'd' }],
  [
    '2.6 an exact match is taken as it is: nothing is normalised',
    '\u201ca\u201d \u2013\u00a0b  \nfoo\n',
    { old: 'foo', new: 'bar' },
    { after: '\u201ca\u201d \u2013\u00a0b  \nbar\n' },
  ],
  [
    '2.7 not there, however normalised',
    'Hello, world!\n',
    { old: 'completely different', new: 'x' },
    failing(/^Could not find/),
  ],
  ['2.8 two that differ in trailing blanks', 'hello   \nhello\n', { old: 'hello', new: 'x' }, failing(/^Found 2 occ/)],
  [
    '2.8 two of which one is exact',
    'a = 1   \nb\na = 1\nb\n',
    { old: 'a = 1\nb', new: 'x' },
    failing(
      'Found 2 occurrences of the text in a.txt, at lines 1, 3 (blanks at line ends, quotes, dashes, spaces and indentation are not told apart). The text must be unique: add lines around it to old (and to new), or set all to true to replace the one that is exactly as in old.',
    ),
  ],
  ['3.1 old with LF in a file with CRLF', 'a\r\nb\r\nc\r\n', { old: 'a\nb\n', new: 'x\n' }, { after: 'x\r\nc\r\n' }],
  ['3.2 CRLF stays', 'a\r\nb\r\nc\r\n', { old: 'b', new: 'x\ny' }, { after: 'a\r\nx\r\ny\r\nc\r\n' }],
  ['3.3 LF stays', 'a\nb\nc\n', { old: 'b', new: 'x\r\ny' }, { after: 'a\nx\ny\nc\n' }],
  [
    '3.4 twice, but for the endings',
    'hello\r\nworld\nhello\nworld\n',
    { old: 'hello\nworld', new: 'x' },
    failing(/^Found 2 occurrences/),
  ],
  [
    '3.5 a byte-order mark and CRLF stay',
    '\ufeffa\r\nb\r\n',
    { old: 'a\nb', new: 'x\ny' },
    { after: '\ufeffx\r\ny\r\n' },
  ],
  ['4.1 an empty file and an empty old', '', { old: '', new: 'content' }, failing(/^old is empty/)],
  ['4.3 no change', 'hello', { old: 'hello', new: 'hello' }, failing(/^No changes made to a\.txt/)],
  [
    '4.5 a binary file',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    { old: 'PNG', new: 'x' },
    failing('a.txt is a binary file (12 bytes); edit changes text only.'),
  ],
  ['5.2 parameters of a wrong type', 'a', { old: 1, new: 'b' }, failing(/^edit was not run, its parameters are wrong/)],
];

describe('the scenarios', () => {
  test.each(ROWS)('%s', async (_, before, params, { after = before, status = 'ok', said }) => {
    const outcome = await edited(before, params);
    expect(outcome.content).toMatch(said ?? /^Successfully replaced/);
    expect({ status: outcome.status, after: outcome.after.toString('latin1') }).toEqual({
      status,
      after: Buffer.from(after).toString('latin1'),
    });
  });

  test('1.1 and the details have what has changed', async () => {
    const { content, details } = await edited('Hello, world!', { old: 'world', new: 'testing' });
    expect(content).not.toContain('@@');
    expect(details).toEqual({
      path: expect.stringMatching(/\/a\.txt$/),
      matchCount: 1,
      diff: expect.stringContaining('\n-Hello, world!\n'),
    });
  });

  test('4.2 a file of 10 MB', async () => {
    const before = 'x'.repeat(99).concat('\n').repeat(100_000);
    const outcome = await edited(`${before}target\n`, { old: 'target', new: 'hit' });
    expect(outcome.status).toBe('ok');
    expect(outcome.after.equals(Buffer.from(`${before}hit\n`))).toBe(true);
  });

  test('4.4 edits at the same time are made one after the other', async () => {
    const { context, path } = workspace({ 'a.txt': numbered(1, 20) });
    const registry = createRegistry();
    const edits = Array.from({ length: 20 }, (_, at) => ({
      path: 'a.txt',
      old: `line ${at + 1}\n`,
      new: `LINE ${at + 1}\n`,
    }));
    const outcomes = await Promise.all(edits.map((params) => registry.run('edit', params, context)));
    expect(outcomes.map(({ status }) => status)).toEqual(edits.map(() => 'ok'));
    expect(readFileSync(path('a.txt'), 'utf8')).toBe(numbered(1, 20).toUpperCase());
  });

  test('4.7 a folder', async () => {
    const { context, path } = workspace();
    mkdirSync(path('folder'));
    expect(await createRegistry().run('edit', { path: 'folder', old: 'x', new: 'y' }, context)).toMatchObject({
      status: 'error',
      content: 'folder is a directory, not a file. Use ls to see what is in it.',
    });
  });

  test('5.1 a path with ~', async () => {
    const { context } = workspace();
    const folder = join(dirname(context.folder), 'home', 'test_dir');
    const registry = createRegistry();
    await registry.run('write', { path: '~/test_dir/hello.txt', content: 'a' }, context);
    expect(await registry.run('edit', { path: '~/test_dir/hello.txt', old: 'a', new: 'b' }, context)).toMatchObject({
      status: 'ok',
    });
    expect(readFileSync(join(folder, 'hello.txt'), 'utf8')).toBe('b');
  });

  test.each([[null], [123]])('5.2 a path that is %s', async (path) => {
    const { context } = workspace();
    expect(await createRegistry().run('edit', { path, old: 'x', new: 'y' }, context)).toMatchObject({
      status: 'error',
      content: expect.stringContaining('path: expected a string'),
    });
  });

  test('5.3 line numbers far from the start', async () => {
    const { details } = await edited(numbered(1, 500), { old: 'line 338', new: 'replaced' });
    expect(details.diff).toContain('@@ -335,7 +335,7 @@');
  });
});
