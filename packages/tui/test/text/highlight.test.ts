import { beforeAll, expect, test } from 'vitest';
import { codeLines, HIGHLIGHTED_LENGTH_MAX, languageOf } from '../../src/text/highlight.ts';
import { loadMarkup } from '../../src/text/markup.ts';

beforeAll(loadMarkup);

test('the words of a language are told apart, over several lines too', () => {
  expect(codeLines('const a = "b"; // c\n/* d\ne */', 'ts')).toEqual([
    [
      { text: 'const', role: 'keyword' },
      { text: ' a = ', role: 'code' },
      { text: '"b"', role: 'string' },
      { text: '; ', role: 'code' },
      { text: '// c', role: 'comment' },
    ],
    [{ text: '/* d', role: 'comment' }],
    [{ text: 'e */', role: 'comment' }],
  ]);
});

const plain: readonly (readonly [title: string, code: string, language: string, expected: readonly string[]])[] = [
  ['a language that nobody knows', 'a < b', 'nonsense', ['a < b']],
  ['no language', 'a\n\nb\n', '', ['a', '', 'b']],
  ['a name that every object has', 'a', 'constructor', ['a']],
  ['code that is too long', 'a=1'.repeat(HIGHLIGHTED_LENGTH_MAX / 2), 'py', ['a=1'.repeat(HIGHLIGHTED_LENGTH_MAX / 2)]],
  ['a line that is too long', '1'.repeat(3_000), 'py', ['1'.repeat(3_000)]],
  ['controls are visible', 'a\u001b[0m\r\nb', '', ['a␛[0m', 'b']],
];

test.each(plain)('%s: one role', (_, code, language, expected) => {
  expect(codeLines(code, language)).toEqual(expected.map((text) => [{ text, role: 'code' }]));
});

test('nothing of the code is lost or added', () => {
  const code = '<a href="x">&amp; \'q\' "r" <b></a>\n<!-- c -->\n';
  for (const language of ['html', 'ts', 'bash', 'md', 'css', 'yaml', 'diff', 'sql']) {
    const text = codeLines(code, language).map((row) => row.map((span) => span.text).join(''));
    expect([language, `${text.join('\n')}\n`]).toEqual([language, code]);
  }
});

test.each([
  ['src/a.ts', 'ts'],
  ['/x/Dockerfile', 'dockerfile'],
  ['Makefile', 'makefile'],
  ['a.b/README', 'readme'],
  ['.bashrc', 'bashrc'],
  ['x.PY', 'py'],
])('the language of %s is told by its name', (path, language) => {
  expect(languageOf(path)).toBe(language);
});
