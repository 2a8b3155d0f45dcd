import { describe, expect, test } from 'vitest';
import { type OptionList, readOptions } from '../src/options.ts';

const LIST: OptionList = {
  flags: 'ab',
  valued: 'n',
  paths: 'f',
  long: 'all color',
  longValued: 'lines',
  longPaths: 'file',
  numbers: true,
};
type Values = { [name: string]: string[] };
const given = (names: string[], operands: string[] = [], paths: string[] = [], values: Values = {}) => ({
  ok: true,
  given: new Set(names),
  values: new Map(Object.entries(values)),
  paths,
  operands,
});
const refused = (option: string) => ({ ok: false, option });

describe('options are read against an allow-list', () => {
  test.each([
    ['', given([])],
    ['x y', given([], ['x', 'y'])],
    ['-a x -b', given(['a', 'b'], ['x'])],
    ['-ab', given(['a', 'b'])],
    ['-n5 x', given(['n'], ['x'], [], { n: ['5'] })],
    ['-n 5 x', given(['n'], ['x'], [], { n: ['5'] })],
    ['-an 5 x', given(['a', 'n'], ['x'], [], { n: ['5'] })],
    ['-na x', given(['n'], ['x'], [], { n: ['a'] })],
    ['-f list x', given(['f'], ['x'], ['list'], { f: ['list'] })],
    ['-aflist x', given(['a', 'f'], ['x'], ['list'], { f: ['list'] })],
    ['--all --color=never', given(['all', 'color'], [], [], { color: ['never'] })],
    ['--lines 5 --lines=6 x', given(['lines'], ['x'], [], { lines: ['5', '6'] })],
    ['--file=list --file other', given(['file'], [], ['list', 'other'], { file: ['list', 'other'] })],
    ['-5 x', given([], ['x'])],
    ['- x', given([], ['-', 'x'])],
    ['-a -- -x --all', given(['a'], ['-x', '--all'])],
    ['-x', refused('-x')],
    ['-ax', refused('-ax')],
    ['-5a', refused('-5a')],
    ['--al', refused('--al')],
    ['--ALL', refused('--ALL')],
    ['--=x', refused('--=x')],
    ['-a -n', refused('-n')],
    ['--file', refused('--file')],
  ])('%j', (words, expected) => {
    expect(readOptions(words === '' ? [] : words.split(' '), LIST)).toEqual(expected);
  });
});
