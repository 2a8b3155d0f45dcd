import { describe, expect, test } from 'vitest';
import { type Cut, memberLines, wholeText } from '../../src/step/values.ts';

const CUT: Cut = { levels: 2, whole: (path) => `show ${path}` };

describe('a value as lines', () => {
  test.each<[string, object, readonly string[]]>([
    ['what is short is on one line', { a: 1, b: 'x', c: [1, null] }, ['  a: 1', '  b: "x"', '  c: [1,null]']],
    ['a text of several lines is a block', { t: 'one\ntwo' }, ['  t: 7 characters, 2 lines', '    | one', '    | two']],
    [
      'what a terminal would obey is made visible',
      { t: 'a\u001b[2Jb\u202e\nc' },
      ['  t: 9 characters, 2 lines', '    | a␛[2Jb<U+202E>', '    | c'],
    ],
    [
      'a long text is cut, and says how to see all',
      { t: 'x'.repeat(700) },
      ['  t: 700 characters', `    | ${'x'.repeat(600)}`, '    … 100 more characters (show t)'],
    ],
    [
      'a long list shows its end',
      { l: Array.from({ length: 14 }, (_, at) => `${'y'.repeat(9)}${at}`) },
      [
        '  l: 14 in all',
        '    … 2 before these (show l)',
        ...Array.from({ length: 12 }, (_, at) => `    [${at + 2}]: "${'y'.repeat(9)}${at + 2}"`),
      ],
    ],
    [
      'what is deep is cut',
      { a: { b: { c: { d: 'z'.repeat(100) } } } },
      ['  a:', `    b: {"c":{"d":"${'z'.repeat(48)}… (show a.b)`],
    ],
  ])('%s', (_title, value, expected) => {
    expect(memberLines(value, CUT)).toEqual(expected);
  });

  test('nothing is cut without a cut', () => {
    expect(memberLines({ t: `${'x'.repeat(700)}\n\n` }, null)).toEqual([
      '  t: 702 characters, 3 lines',
      `    | ${'x'.repeat(700)}`,
      '    | ',
      '    | ',
    ]);
    expect(wholeText('a\n\u0007')).toEqual(['a', '␇']);
  });
});
