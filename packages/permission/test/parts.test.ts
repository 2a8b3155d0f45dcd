/** A command is told as the simple commands that it is made of, each with what it does. */
import { expect, onTestFinished, test } from 'vitest';
import { takeFacts } from '../src/index.ts';
import { makePlace } from './place.ts';

const partsOf = async (command: string) => {
  const place = makePlace();
  onTestFinished(place.remove);
  const { parts } = await takeFacts({ tool: 'bash', params: { command } }, place);
  return parts?.map(({ command: text, runs, writes, readOnly }) => [
    text,
    runs,
    writes.map(({ path }) => path.split('/').at(-1)),
    readOnly,
  ]);
};

const rows: readonly (readonly [command: string, parts: readonly unknown[] | undefined])[] = [
  ['git status', undefined],
  ['cat src/a.ts | head -5; ls', undefined],
  ['  make  ', undefined],
  [
    'git status; make',
    [
      ['git status', ['git'], [], true],
      ['make', ['make'], [], false],
    ],
  ],
  [
    'cd src && FOO=1 npm test 2>&1 | tail -5',
    [
      ['cd src', ['cd'], [], true],
      ['FOO=1 npm test', ['npm'], [], false],
      ['', ['tail'], [], true],
    ],
  ],
  ['make 2>&1', [['make', ['make'], [], false]]],
  ['2>/dev/null make all', [['make all', ['make'], [], false]]],
  ['make > "a  b" 2>&1', [['make > "a  b"', ['make'], ['a  b'], false]]],
  ['touch "a  b" >/dev/null', [['touch "a  b"', ['touch'], ['a  b'], false]]],
  [
    '(ls; make) > out',
    [
      ['ls', ['ls'], [], true],
      ['make', ['make'], [], false],
      ['', [], ['out'], false],
    ],
  ],
  [
    'echo $(make); ls',
    [
      ['echo $(make)', ['make', 'echo'], [], false],
      ['ls', ['ls'], [], true],
    ],
  ],
  ['for f in a b; do make; done', [['make', ['make'], [], false]]],
  // Their texts do not say what they do, so that no rule can be about them.
  ['for f in a b; do make $f; done', [['', ['make'], [], false]]],
  [
    'x=a; make $x; make b',
    [
      ['x=a', [], [], true],
      ['', ['make'], [], false],
      ['make b', ['make'], [], false],
    ],
  ],
  [
    'export X=./a; make',
    [
      ['export X=./a', ['export'], [], true],
      ['', ['make'], [], false],
    ],
  ],
  [
    'echo b | make',
    [
      ['echo b', ['echo'], [], true],
      ['', ['make'], [], false],
    ],
  ],
  [
    'echo b | { ls; make; }',
    [
      ['echo b', ['echo'], [], true],
      ['', ['ls'], [], true],
      ['', ['make'], [], false],
    ],
  ],
  [
    '{ make; } < src/a.ts',
    [
      ['', ['make'], [], false],
      ['', [], [], true],
    ],
  ],
  ['make <<EOF\nb\nEOF', [['', ['make'], [], false]]],
  [
    "X=1 $'make'\\\n; ls",
    [
      ['', ['make'], [], false],
      ['ls', ['ls'], [], true],
    ],
  ],
  // The words of a loop belong to none of its commands.
  [
    'make; for f in $(touch a b); do ls; done',
    [
      ['make', ['make'], [], false],
      ['ls', ['ls'], [], true],
      ['', ['touch'], ['a', 'b'], false],
    ],
  ],
];
test.each(rows)('%s', async (command, parts) => {
  expect(await partsOf(command)).toEqual(parts);
});
