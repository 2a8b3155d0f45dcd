import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Params } from '@tagma/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edit } from '../src/edit.ts';
import { runTool } from '../src/index.ts';
import { numbered, workspace } from './workspace.ts';

const run = async (before: string | Buffer, params: Params, asWritten: { [name: string]: string } = {}) => {
  const { context, path } = workspace({ 'a.txt': before }, { asWritten });
  const outcome = await runTool(edit, { path: 'a.txt', ...params }, context);
  return { ...outcome, bytes: readFileSync(path('a.txt')) };
};

describe('what is replaced', () => {
  const rows: readonly (readonly [title: string, before: string, params: Params, after: string, said: string])[] = [
    ['a word', 'Hello, world!', { old: 'world', new: 'testing' }, 'Hello, testing!', 'line 1 of a.txt.'],
    [
      'lines by more lines',
      'a\nb\nc\nd\n',
      { old: 'b\nc', new: 'x\ny\nz' },
      'a\nx\ny\nz\nd\n',
      'lines 2-3 of a.txt, now lines 2-4.',
    ],
    [
      'whole lines, newline included',
      'a\nb\nc\n',
      { old: 'b\n', new: 'x\ny\n' },
      'a\nx\ny\nc\n',
      'line 2 of a.txt, now lines 2-3.',
    ],
    ['a text by nothing', 'a\nb\nc\n', { old: 'b\nc\n', new: '' }, 'a\n', 'text at lines 2-3 of a.txt by nothing.'],
    [
      'characters that mean something elsewhere',
      'a $& b',
      { old: '$&', new: "$1 $' $$" },
      "a $1 $' $$ b",
      'line 1 of a.txt.',
    ],
    [
      'every occurrence',
      'foo\nbar foo\nbaz\nfoo',
      { old: 'foo', new: 'x\ny', all: true },
      'x\ny\nbar x\ny\nbaz\nx\ny',
      '3 occurrences in a.txt, at lines 1, 3, 6.',
    ],
    [
      'the only one, where all are asked for',
      'foo bar',
      { old: 'foo', new: 'x', all: true },
      'x bar',
      'line 1 of a.txt.',
    ],
    [
      'overlapping ones, one after the other',
      'aaaa',
      { old: 'aa', new: 'b', all: true },
      'bb',
      '2 occurrences in a.txt, at line 1.',
    ],
  ];
  test.each(rows)('%s', async (_, before, params, after, said) => {
    const { status, content, bytes } = await run(before, params);
    expect({ status, content, text: bytes.toString() }).toEqual({
      status: 'ok',
      content: `Successfully replaced ${said}`,
      text: after,
    });
  });
});

describe('bytes outside of the match stay', () => {
  const rows: readonly (readonly [title: string, before: string, old: string, by: string, after: string])[] = [
    [
      'old with LF is found in a file with CRLF, which keeps it',
      'a\r\nb\r\nc\r\n',
      'a\nb',
      'x\ny\nz',
      'x\r\ny\r\nz\r\nc\r\n',
    ],
    ['old with CRLF is found in a file with LF, which keeps it', 'a\nb\nc\n', 'a\r\nb', 'x\r\ny', 'x\ny\nc\n'],
    ['one line by two takes the ending of the lines around', 'a\r\nb\r\nc', 'c', 'x\ny', 'a\r\nb\r\nx\r\ny'],
    ['a byte-order mark and CRLF', '\ufeffa\r\nb\r\n', 'a\n', 'x\n', '\ufeffx\r\nb\r\n'],
    [
      'mixed endings, also inside of the match',
      'a\r\nb\nc\r\nd\ne',
      'a\nb\nc\nd\n',
      'a\nB\nc\nd\n',
      'a\r\nB\nc\r\nd\ne',
    ],
    ['a CR by itself is no ending', 'a\rb\r\nc', 'c', 'x', 'a\rb\r\nx'],
    ['an LF before a CRLF', 'a\n\r\nb', '\nb', '\nx', 'a\n\r\nx'],
    ['trailing blanks and no last newline', 'a  \nb\t\nc', 'b', 'x', 'a  \nx\t\nc'],
  ];
  test.each(rows)('%s', async (_, before, old, by, after) => {
    const { status, bytes } = await run(before, { old, new: by });
    expect({ status, text: bytes.toString() }).toEqual({ status: 'ok', text: after });
  });

  test('bytes that are no UTF-8', async () => {
    const before = Buffer.concat([Buffer.from('caf\xe9 \xff\n', 'latin1'), Buffer.from('häuser äöü\n')]);
    const { status, bytes } = await run(before, { old: 'häuser', new: '你' });
    expect(status).toBe('ok');
    expect(bytes).toEqual(Buffer.concat([Buffer.from('caf\xe9 \xff\n', 'latin1'), Buffer.from('你 äöü\n')]));
  });

  test('whatever the endings, the LF text is what replacing in the LF text gives', async () => {
    const ending = fc.constantFrom('\n', '\r\n');
    const line = fc.constantFrom('', 'a', 'b', 'ab', 'é', '🌍');
    const file = fc.array(fc.tuple(line, ending), { minLength: 1, maxLength: 12 });
    const { replaceText } = await import('../src/replace-text.ts');
    const toLf = (text: string) => text.replaceAll('\r\n', '\n');
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), fc.array(line, { maxLength: 3 }), (lines, from, length, by) => {
        const text = lines.map(([content, end]) => content + end).join('');
        const lf = toLf(text);
        const start = from % lf.length;
        const old = lf.slice(start, start + 1 + (length % 6));
        const replacement = by.join('\n');
        const replaced = replaceText(text, [{ old, new: replacement }], true);
        const expected = lf.replaceAll(old, () => replacement);
        expect(replaced.kind === 'replaced' ? toLf(replaced.text) : replaced.kind).toBe(
          old === replacement ? 'same' : expected,
        );
      }),
    );
  });
});

describe('a value with entities', () => {
  test.each([
    [
      'is tried decoded first',
      'a < b\na &lt; b\n',
      { old: 'a < b', new: 'a > b' },
      { old: 'a &lt; b', new: 'a &gt; b' },
      'a > b\na &lt; b\n',
    ],
    [
      'then as it was written',
      'a &lt; b\n',
      { old: 'a < b', new: 'a > b' },
      { old: 'a &lt; b', new: 'a &gt; b' },
      'a &gt; b\n',
    ],
    ['and new alone stays decoded', 'a\n', { old: 'a', new: 'a > b' }, { new: 'a &gt; b' }, 'a > b\n'],
  ])('%s', async (_, before, params, asWritten, after) => {
    const { status, bytes } = await run(before, params, asWritten);
    expect({ status, text: bytes.toString() }).toEqual({ status: 'ok', text: after });
  });
});

describe('what is refused, and changes nothing', () => {
  const indented = 'function f() {\n    return 1;\n}\n';
  const rows: readonly (readonly [title: string, before: string, params: Params, content: string])[] = [
    [
      'a text that is not there',
      'Hello, world!',
      { old: 'nonexistent', new: 'x' },
      'Could not find the exact text in a.txt. The old text must match exactly including all whitespace and newlines. Read the file and copy the text from it.',
    ],
    [
      'one with other white space: the exact text is shown',
      indented,
      { old: 'function f() {\n  return 1;', new: 'x' },
      'Could not find the exact text in a.txt, and you have not read that file. Lines 1-2 are nearly the same. The exact text there:\nfunction f() {\n    return 1;\nRead the file, or copy this into old.',
    ],
    [
      'one with the numbers that read may show',
      'start()\nstop()\n',
      { old: '1\tstart()\n2\tstop()', new: 'x' },
      'Could not find the exact text in a.txt. The old text must match exactly including all whitespace and newlines. The numbers before the lines of old are not in the file. The nearest place is line 1. The exact text around it:\nstart()\nstop()',
    ],
    [
      'one in another case, with what stands for the rest of it: the nearest line is shown',
      'start(\n  now\n)\n',
      { old: '```\nStart(\n.....\n', new: 'x' },
      'Could not find the exact text in a.txt. The old text must match exactly including all whitespace and newlines. The nearest place is line 1. The exact text around it:\nstart(\n  now',
    ],
    [
      'one that is almost there: the nearest line is shown',
      'import a\nconst total = price * count;\nexport b\n',
      { old: 'const total = price * amount;', new: 'x' },
      'Could not find the exact text in a.txt. The old text must match exactly including all whitespace and newlines. The nearest place is line 2. The exact text around it:\nimport a\nconst total = price * count;\nexport b',
    ],
    [
      'and not cut inside a character where it is long',
      `const total = price;${' '.repeat(1_979)}👍`,
      { old: 'const total = prize', new: 'x' },
      `Could not find the exact text in a.txt. The old text must match exactly including all whitespace and newlines. The nearest place is line 1. The exact text around it:\nconst total = price;${' '.repeat(1_979)}`,
    ],
    [
      'one that is there more than once',
      'foo bar\nfoo baz foo',
      { old: 'foo', new: 'qux' },
      'Found 3 occurrences of the text in a.txt, at lines 1, 2. The text must be unique: add lines around it to old (and to new), or set all to true to replace every one.',
    ],
    [
      'also with other line endings',
      'hello\r\nworld\nhello\nworld',
      { old: 'hello\nworld', new: 'x' },
      'Found 2 occurrences of the text in a.txt, at lines 1, 3. The text must be unique: add lines around it to old (and to new), or set all to true to replace every one.',
    ],
    [
      'also overlapping itself',
      'aaa',
      { old: 'aa', new: 'x' },
      'Found 2 occurrences of the text in a.txt, at line 1. The text must be unique: add lines around it to old (and to new), or set all to true to replace every one.',
    ],
    ['no change', 'hello', { old: 'hello', new: 'hello' }, 'No changes made to a.txt: old and new are the same text.'],
    [
      'an empty old',
      '',
      { old: '', new: 'x' },
      'old is empty. Copy the text to be replaced from the file; to create or fill a file use write.',
    ],
    [
      'a binary file',
      'PNG\0\x01',
      { old: 'PNG', new: 'x' },
      'a.txt is a binary file (5 bytes); edit changes text only.',
    ],
  ];
  test.each(rows)('%s', async (_, before, params, content) => {
    const { bytes, ...outcome } = await run(before, params);
    expect(outcome).toMatchObject({ status: 'error', content });
    expect(bytes.toString()).toBe(before);
  });

  test.each([
    ['a folder', 'folder', 'folder is a directory, not a file. Use ls to see what is in it.'],
    [
      'a missing file',
      'folder/b.txt',
      'File not found: folder/b.txt. Nothing in folder has a similar name; ls or glob show what there is.',
    ],
  ])('%s', async (_, name, content) => {
    const { context, path } = workspace();
    mkdirSync(path('folder'));
    expect(await runTool(edit, { path: name, old: 'a', new: 'b' }, context)).toMatchObject({
      status: 'error',
      content,
    });
  });
});

describe('details', () => {
  test('hold a unified diff with the line numbers of the file', async () => {
    const { details } = await run(numbered(1, 500), { old: 'line 338', new: 'replaced' });
    expect(details).toMatchObject({
      matchCount: 1,
      diff: [
        '--- a/a.txt',
        '+++ b/a.txt',
        '@@ -335,7 +335,7 @@',
        ' line 335',
        ' line 336',
        ' line 337',
        '-line 338',
        '+replaced',
        ' line 339',
        ' line 340',
        ' line 341',
        '',
      ].join('\n'),
    });
  });

  test.each([
    ['设计/文件 1.txt', '--- a/设计/文件 1.txt\n+++ b/设计/文件 1.txt\n'],
    ['a\tb', '--- "a/a\\tb"\n+++ "b/a\\tb"\n'],
  ])('name the file as a person reads it: %j', async (name, head) => {
    const { context } = workspace({ [name]: 'x\n' });
    const { details } = await runTool(edit, { path: name, old: 'x', new: 'y' }, context);
    expect(details.diff).toBe(`${head}@@ -1,1 +1,1 @@\n-x\n+y\n`);
  });

  test('show every place, and a missing last newline', async () => {
    const { details } = await run(`a\n${numbered(1, 9)}a`, { old: 'a', new: 'b', all: true });
    expect(details.diff).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,4 @@\n-a\n+b\n line 1\n line 2\n line 3\n@@ -8,4 +8,4 @@\n line 7\n line 8\n line 9\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n',
    );
  });
});

test('a file keeps its mode', async () => {
  const { context, path } = workspace({ 'run.sh': 'old' });
  chmodSync(path('run.sh'), 0o755);
  await runTool(edit, { path: 'run.sh', old: 'old', new: 'new' }, context);
  expect(statSync(path('run.sh')).mode & 0o7777).toBe(0o755);
});

test('a file in the home', async () => {
  const { context } = workspace();
  const home = join(dirname(context.folder), 'home');
  mkdirSync(home);
  const { write } = await import('../src/write.ts');
  await runTool(write, { path: '~/a.txt', content: 'a' }, context);
  expect(await runTool(edit, { path: '~/a.txt', old: 'a', new: 'b' }, context)).toMatchObject({ status: 'ok' });
  expect(readFileSync(join(home, 'a.txt'), 'utf8')).toBe('b');
});

test('one line in 10 MB of CRLF', async () => {
  const before = `${'0123456789'.repeat(10)}\r\n`.repeat(100_000);
  const { status, content, bytes, details } = await run(`${before}target\r\n${before}`, { old: 'target', new: 'hit' });
  expect({ status, content }).toEqual({
    status: 'ok',
    content: 'Successfully replaced line 100001 of a.txt.',
  });
  expect(bytes.equals(Buffer.from(`${before}hit\r\n${before}`))).toBe(true);
  expect(details.diff).toMatch(/^@@ -99998,7 \+99998,7 @@$/m);
});
