import { expect, test } from 'vitest';
import { changeLines, diffLines } from '../../src/text/diff-lines.ts';
import type { Line } from '../../src/text/line.ts';

const text = (rows: readonly Line[]): string[] => rows.map((row) => row.map((span) => span.text).join(''));

const DIFF = `--- a/x.ts
+++ b/x.ts
@@ -8,4 +8,4 @@
 one
-const a = first(x);
+const b = first(x);
 two
@@ -100,2 +100,3 @@
 three
-four
+five
+six
\\ No newline at end of file
`;

test('the lines of a diff with their numbers, and where lines are left out', () => {
  expect(text(diffLines(DIFF))).toEqual([
    '  8   one',
    '  9 - const a = first(x);',
    '  9 + const b = first(x);',
    ' 10   two',
    '    ⋮',
    '100   three',
    '101 - four',
    '101 + five',
    '102 + six',
  ]);
});

test('in a line that was changed the words that differ are told apart', () => {
  const [, removed, added] = diffLines(DIFF);
  expect([removed, added]).toEqual([
    [
      { text: '  9 ', role: 'muted' },
      { text: '- ', role: 'removed' },
      { text: 'const ', role: 'removed' },
      { text: 'a', role: 'removed-word' },
      { text: ' = first(x);', role: 'removed' },
    ],
    [
      { text: '  9 ', role: 'muted' },
      { text: '+ ', role: 'added' },
      { text: 'const ', role: 'added' },
      { text: 'b', role: 'added-word' },
      { text: ' = first(x);', role: 'added' },
    ],
  ]);
});

const changes: readonly (readonly [title: string, before: string, after: string, expected: readonly string[]])[] = [
  ['a line among others', 'a\nb\nc', 'a\nx\nc', ['  a', '- b', '+ x', '  c']],
  ['what was not there', '', 'a\nb\n', ['+ a', '+ b']],
  ['what is no more', 'a\n', '', ['- a']],
  ['line ends are not told apart', 'a\r\nb', 'a\nc', ['  a', '- b', '+ c']],
  ['a line that begins as the head of a diff', '-- a', '++ b', ['- -- a', '+ ++ b']],
  ['controls are visible', '\u001b[2J', '\u202e', ['- ␛[2J', '+ <U+202E>']],
  ['nothing', 'a', 'a', []],
];

test.each(changes)('%s', (_, before, after, expected) => {
  expect(text(changeLines(before, after))).toEqual(expected);
});

test('texts that are too long to be compared stand one below the other', () => {
  const [before, after] = ['a\n'.repeat(40_000), 'b\n'.repeat(40_000)];
  const rows = text(changeLines(before, after));
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([80_000, '- a', '+ b']);
});

test('what is no diff has no lines', () => {
  expect([diffLines(''), diffLines('nonsense\n-a\n+b')]).toEqual([[], []]);
});
