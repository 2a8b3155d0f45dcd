/** What a text that is not in the file as it is written is still found by, and what of the file it leaves alone. */
import { readFileSync } from 'node:fs';
import type { Params } from '@tagma/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { replaceText } from '../src/replace-text.ts';
import { workspace } from './workspace.ts';

async function edited(before: string | Buffer, params: Params) {
  const { context, path } = workspace({ 'a.txt': before });
  const registry = createRegistry();
  await registry.run('read', { path: 'a.txt' }, context);
  const { status, content, notes } = await registry.run('edit', { path: 'a.txt', ...params }, context);
  return { status, content, notes, after: readFileSync(path('a.txt')) };
}

describe('but for blanks, quotes, dashes, spaces and accents', () => {
  test.each([
    ['blanks at line ends of the file', 'a  \t\nb \nc\n', 'a\nb\nc', 'x', 'x\n'],
    ['blanks at line ends of old', 'a\nb\nc\n', 'a  \nb ', 'x', 'x\nc\n'],
    ['a blank before the end of old that is one in the line', 'a = 1;\n', 'a\u00a0=\u00a0', 'b = ', 'b = 1;\n'],
    ['blanks before the match stay', 'z  \na\u2019s\n', "\na's", '\nb', 'z  \nb\n'],
    ['CRLF and mixed endings', '\u201ca\u201d \r\nb\nc', '"a"\nb', '"x"\ny', '"x"\r\ny\nc'],
    ['accents taken apart', 'cafe\u0301\n', 'caf\u00e9', 'tea', 'tea\n'],
    ['accents in one', 'caf\u00e9\n', 'cafe\u0301', 'tea', 'tea\n'],
    ['signs that mean something in a pattern', '(a|b)*\u2019$^[\\d]{2}?.\n', "(a|b)*'$^[\\d]{2}?.", '$&', '$&\n'],
    ['Chinese and emoji', '\u201c你好\u201d 🌍\n', '"你好" 🌍', '再见', '再见\n'],
  ])('%s', async (_, before, old, by, after) => {
    const outcome = await edited(before, { old, new: by });
    expect({ ...outcome, content: '', after: outcome.after.toString() }).toEqual({
      status: 'ok',
      content: '',
      notes: [
        'old was found but for blanks at line ends, quotes, dashes, spaces or accents; new stands as you wrote it',
      ],
      after,
    });
  });

  test('all of them', async () => {
    const { after } = await edited('\u2018a\u2019 \u2018a\u2019', { old: "'a'", new: 'b', all: true });
    expect(after.toString()).toBe('b b');
  });

  test('all takes only the exact ones, where there are any', async () => {
    const { after } = await edited("\u2018a\u2019 'a'", { old: "'a'", new: 'b', all: true });
    expect(after.toString()).toBe('\u2018a\u2019 b');
  });
});

describe('but for the indentation', () => {
  const rows: readonly (readonly [title: string, before: string, old: string, by: string, after: string])[] = [
    [
      'old without that of its block',
      'if a:\n    if b:\n        c()\n    d()\n',
      'if b:\n    c()',
      'if b:\n    c()\n    e()\n\nelse:\n    f()',
      'if a:\n    if b:\n        c()\n        e()\n\n    else:\n        f()\n    d()\n',
    ],
    ['old with too much', 'a {\n  b;\n}\n', '    a {\n      b;\n    }', '    a {\n      c;\n    }', 'a {\n  c;\n}\n'],
    [
      'two spaces where the file has four',
      'function f() {\n    return 1;\n}\n',
      'function f() {\n  return 1;',
      'function f() {\n  if (a) {\n    return 2;\n  }',
      'function f() {\n    if (a) {\n        return 2;\n    }\n}\n',
    ],
    [
      'spaces where the file has tabs',
      'a\n\tb\n\t\tc\n',
      'a\n    b\n        c',
      'a\n    b\n        x\n            y',
      'a\n\tb\n\t\tx\n\t\t\ty\n',
    ],
    ['tabs where the file has spaces', 'a\n  b\n', 'a\n\tb', 'a\n\tx\n\t\ty\n', 'a\n  x\n    y\n\n'],
    ['one level, and a new line outside of it', 'a\n  b\n', '    b', '    c\nd', 'a\n  c\nd\n'],
    ['CRLF stays', 'a\r\n\tb\r\n\tc\r\n', '  b\n  c\n', '  x\n  y\n', 'a\r\n\tx\r\n\ty\r\n'],
    ['other quotes as well', 'a\n  b(\u2018c\u2019)\n  d\n', "b('c')\nd", "b('e')\nd", "a\n  b('e')\n  d\n"],
    ['at the start of a file with a mark', '\ufeff\ta\n\tb\n', 'a\nb', 'x\ny', '\ufeff\tx\n\ty\n'],
  ];
  test.each(rows)('%s', async (_, before, old, by, after) => {
    const outcome = await edited(before, { old, new: by });
    expect({ ...outcome, content: '', after: outcome.after.toString() }).toEqual({
      status: 'ok',
      content: '',
      notes: ['old was found but for its indentation; new was indented as the file is'],
      after,
    });
  });

  test.each([
    ['twice', 'if a:\n  b()\n  c()\nif d:\n    b()\n    c()\n', 'b()\nc()', /^Found 2 occurrences .* at lines 2, 5/],
    [
      'one indentation that stands for two',
      'if a:\n    b()\n  c()\n',
      'b()\nc()',
      /Lines 2-3 are the same but for white space. The exact text there:\n {4}b\(\)\n {2}c\(\)$/,
    ],
    [
      'a last line without its newline',
      'a\nb',
      'b\n',
      /Line 2 is the same but for white space \(no newline ends the file\)\. The exact text there:\nb$/,
    ],
    ['no whole lines', '  let a = (\n    b\n  );\n', 'a = (\nb', /^Could not find the exact text/],
  ])('refused: %s', async (_, before, old, said) => {
    const outcome = await edited(before, { old, new: 'x\ny' });
    expect(outcome).toMatchObject({ status: 'error', content: expect.stringMatching(said) });
    expect(outcome.after.toString()).toBe(before);
  });
});

describe('encodings', () => {
  test.each([
    ['UTF-16, little end first', Buffer.from('\ufeffa\r\nhäuser 你\r\n', 'utf16le'), 'utf16le'],
    ['UTF-16, big end first', Buffer.from('\ufeffa\r\nhäuser 你\r\n', 'utf16le').swap16(), 'utf16be'],
  ])('%s', async (_, before, encoding) => {
    const { after } = await edited(before, { old: 'häuser', new: 'дом' });
    const little = encoding === 'utf16be' ? Buffer.from(after).swap16() : after;
    expect(little.toString('utf16le')).toBe('\ufeffa\r\nдом 你\r\n');
  });

  test('Latin-1', async () => {
    const { after } = await edited(Buffer.from('caf\xe9 \xfcber\n', 'latin1'), { old: 'café', new: 'thé' });
    expect(after.toString('latin1')).toBe('th\xe9 \xfcber\n');
  });
});

test('Windows-1252, with what it has and without what it lacks', async () => {
  const file = Buffer.from('\x93caf\xe9\x94 \x81\n', 'latin1');
  const { after } = await edited(file, { old: '“café”', new: '„thé“ 5 €' });
  expect(after.toString('latin1')).toBe('\x84th\xe9\x93 5 \x80 \x81\n');
  expect(await edited(file, { old: 'café', new: '你' })).toMatchObject({
    status: 'error',
    content:
      'a.txt is written in Windows-1252, which lacks a character of new. Turn the file into UTF-8 with iconv first.',
    after: file,
  });
});

test('a file that says the same over and over comes to an end', () => {
  const line = 'the quick brown fox\n';
  const [text, old] = [line.repeat(100_000), `${line.trimEnd()} \n`.repeat(3_000)];
  expect(replaceText(text, [{ old: `${old}x`, new: '' }], false)).toEqual({ kind: 'none' });
});

const toLf = (text: string) => text.replaceAll('\r\n', '\n');

describe('for any file', () => {
  const character = fc.constantFrom(
    'a',
    'b',
    ' ',
    '\t',
    "'",
    '\u2019',
    '\u2013',
    'é',
    '🌍',
    '\n',
    '\r\n',
    '\rz',
    '\u00a0',
  );
  const texts = fc.string({ unit: character, maxLength: 40 });

  test('what is outside of the match keeps every character, and the new text stands in its place', () => {
    fc.assert(
      fc.property(texts, texts, texts, fc.boolean(), (text, old, by, all) => {
        fc.pre(old !== '');
        const result = replaceText(text, [{ old, new: by }], all);
        if (result.kind !== 'replaced' || result.places.length !== 1 || result.matching === 'indentation') return;
        const marked = replaceText(text, [{ old, new: '\ue000' }], all);
        if (marked.kind !== 'replaced') throw new Error('found once, and then not');
        const [before = '', after = ''] = marked.text.split('\ue000');
        expect(text.startsWith(before) && text.endsWith(after)).toBe(true);
        expect(result.text.startsWith(before) && result.text.endsWith(after)).toBe(true);
        expect(toLf(result.text)).toBe(toLf(before) + toLf(by) + toLf(after));
      }),
      { numRuns: 2_000 },
    );
  });

  test('a text of it, as it is, is found: it is replaced or there more than once', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, from, length) => {
        const lf = toLf(text);
        fc.pre(lf !== '');
        const start = from % lf.length;
        const old = lf.slice(start, start + 1 + (length % 9));
        const result = replaceText(text, [{ old, new: '\ue000' }], false);
        expect(result.kind === 'many' || (result.kind === 'replaced' && result.matching === 'exact')).toBe(true);
        if (result.kind === 'replaced') expect(toLf(result.text)).toBe(lf.replace(old, '\ue000'));
      }),
      { numRuns: 2_000 },
    );
  });
});
