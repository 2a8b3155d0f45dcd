import { expect, test } from 'vitest';
import { attachedIn } from '../../src/export/attached.ts';

const LINES = { from: 1, to: 2, of: 9 };

test.each<[string, Parameters<typeof attachedIn>[0], readonly string[]]>([
  ['nothing', { text: 'so' }, []],
  [
    'a file, a folder, what was piped in',
    {
      attached: [
        { kind: 'file', path: 'a.ts', lines: LINES, isCut: true, problem: null, text: 'x', notes: [] },
        { kind: 'folder', path: 'src', lines: LINES, isCut: false, problem: null, text: 'x', notes: [] },
        { kind: 'input', path: '', lines: LINES, isCut: false, problem: null, text: 'x', notes: [] },
        { kind: 'file', path: '.env', lines: null, isCut: false, problem: 'Not attached.', text: '', notes: [] },
      ],
    },
    [
      '@a.ts: lines 1-2 of 9, cut to what fits',
      '@src/: 2 of 9 names',
      'piped in: 2 of 9 lines',
      '@.env: Not attached.',
    ],
  ],
  ['what no program of ours has written', { attached: [{ kind: 7, lines: 'x' }, 5, null] }, ['@: a picture']],
  ['no list', { attached: 'x' }, []],
])('%s', (_, fields, words) => {
  expect(attachedIn(fields)).toEqual(words);
});
