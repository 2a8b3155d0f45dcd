import { NO_SUMMARY } from '@tagma/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Line } from '../../src/text/line.ts';
import { loadMarkup } from '../../src/text/markup.ts';
import { blockRows, type Extent, TEXT_SHOWN_MAX } from '../../src/transcript/block-rows.ts';
import { gateItems } from '../../src/transcript/gate-items.ts';
import type { Item } from '../../src/transcript/items.ts';

beforeAll(loadMarkup);

const text = (rows: readonly Line[]): string[] => rows.map((row) => row.map((span) => span.text).join(''));
const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

const observation = (tool: string, said: string, more: object = {}): Item => ({
  ...{ kind: 'observation', call: 3, tool, status: 'ok', durationMs: 12, text: said, left: 0, notes: [], diff: null },
  ...more,
});
const action = (tool: string, params: { readonly [name: string]: string }): Item => ({
  kind: 'action',
  call: 3,
  tool,
  params,
});
const DIFF = '--- a/x.ts\n+++ b/x.ts\n@@ -8,2 +8,2 @@\n a\n-b\n+c\n';

const CHANGED: Item = { kind: 'changed', event: 'tool.ended', by: 'person', lines: ['durationMs: 1 became 2'] };
const CHANGED_ROWS = [
  'changed · tool.ended · by you',
  '  The machine was told something else',
  '  than what came.',
  '  durationMs: 1 became 2',
];

const COMPACTED: Item = {
  ...{ kind: 'compaction', how: 'summarised', why: 'command', tokensBefore: 90, tokensAfter: 20 },
  summary: { ...NO_SUMMARY, goal: 'fix it', decisions: '- tabs\n- port 80' },
  ...{ repairs: ['fence', 'cut'], problem: null },
};
const COMPACTED_LINE = [
  '',
  'compacted · the older part summed up,',
  'because you asked · about 90 tokens',
  'before, 20 now',
];

const rows: readonly (readonly [title: string, item: Item, extent: Extent, expected: readonly string[]])[] = [
  [
    'a thought that is folded',
    { kind: 'thought', text: 'First.\nSecond.' },
    'folded',
    [...['', 'thought · 2 lines · First.␊Second.']],
  ],
  ['one that is open', { kind: 'thought', text: 'First.\nSecond.' }, 'open', ['', 'thought', '  First.', '  Second.']],
  [
    'one where nothing can be opened later',
    { kind: 'thought', text: 'First.' },
    'printed',
    ['', 'thought', '  First.'],
  ],
  [
    'a long thought begins as far as there is room',
    { kind: 'thought', text: 'word '.repeat(40) },
    'folded',
    [...['', 'thought · word word word word word word…']],
  ],
  [
    'a command',
    action('bash', { command: 'npm test \\\n  -- x', timeout: '5' }),
    'folded',
    [...['', 'bash · call 3', '  $ npm test \\', '      -- x', '  timeout: 5']],
  ],
  [
    'a change, before its outcome is known',
    action('edit', { path: 'x.ts', old: 'a\nb', new: 'a\nc' }),
    'folded',
    [...['', 'edit x.ts · call 3', '    a', '  - b', '  + c']],
  ],
  [
    'a file that is written',
    action('write', { path: 'x.ts', content: 'a\nb\n' }),
    'folded',
    [...['', 'write x.ts · call 3', '  a', '  b']],
  ],
  ['a call of any other tool', action('read', { path: 'x.ts' }), 'folded', ['', 'read · call 3', '  path: x.ts']],
  [
    'a call of many lines',
    action('write', { path: 'x', content: lines(20) }),
    'folded',
    [
      ...[
        '',
        'write x · call 3',
        ...lines(16)
          .split('\n')
          .map((each) => `  ${each}`),
        '  … 4 more lines',
      ],
    ],
  ],
  [
    'the same, open',
    action('write', { path: 'x', content: lines(20) }),
    'open',
    [
      ...[
        '',
        'write x · call 3',
        ...lines(20)
          .split('\n')
          .map((each) => `  ${each}`),
      ],
    ],
  ],
  [
    'what a tool said',
    observation('read', lines(9)),
    'folded',
    [
      ...[
        'ok · call 3 · 12 ms',
        ...lines(6)
          .split('\n')
          .map((each) => `  ${each}`),
        '  … 3 more lines',
      ],
    ],
  ],
  [
    'of a command the end',
    observation('bash', lines(8)),
    'folded',
    [
      ...[
        'ok · call 3 · 12 ms',
        '  … 2 lines before',
        ...lines(8)
          .split('\n')
          .slice(2)
          .map((each) => `  ${each}`),
      ],
    ],
  ],
  [
    'all of it, with what is in the history alone',
    observation('read', `${lines(8)}\n`, { left: 5, notes: ['n'] }),
    'open',
    [
      ...[
        'ok · call 3 · 12 ms',
        ...lines(8)
          .split('\n')
          .map((each) => `  ${each}`),
      ],
      ...['  … 5 more characters are in the history', 'note · n'],
    ],
  ],
  [
    'where the change itself is shown above, a line is enough',
    observation('edit', lines(3), { diff: DIFF }),
    'folded',
    [...['ok · call 3 · 12 ms', '  line 1', '  … 2 more lines']],
  ],
  ['a repair', { kind: 'repair', repairs: ['unclosed'] }, 'folded', ['mended · unclosed']],
  [
    'a repair explains itself',
    { kind: 'repair', repairs: ['unclosed'] },
    'open',
    [...['mended · unclosed', '  unclosed: a closing tag was left out,', '  and put where it belongs']],
  ],
  ['a compaction', COMPACTED, 'folded', COMPACTED_LINE],
  [
    'a compaction shows its summary',
    COMPACTED,
    'open',
    [
      ...[...COMPACTED_LINE, '  goal', '    fix it', '  decisions', '    - tabs', '    - port 80'],
      ...['  the form of the summary was mended: it', '  stood in a fence, it was too long, and', '  was cut'],
    ],
  ],
  [
    'a compaction without the summary that was asked for',
    { ...COMPACTED, how: 'cut', why: 'threshold', summary: null, repairs: [], problem: 'it is a refusal' },
    'open',
    [
      ...[
        '',
        'compacted · what does not fit left out,',
        'because the window was nearly full ·',
        'about 90 tokens before, 20 now · without',
      ],
      ...['a summary', '  no summary: it is a refusal'],
    ],
  ],
  ['what was changed at the gate', CHANGED, 'folded', ['changed · tool.ended · by you']],
  ['explains itself', CHANGED, 'open', CHANGED_ROWS],
  ['and where nothing can be opened later', CHANGED, 'printed', CHANGED_ROWS],
  [
    'what was dropped by a program',
    { kind: 'dropped', event: 'pause.requested', by: 'a-guard', lines: [] },
    'open',
    ['dropped · pause.requested · by a-guard', '  The machine was not told of it.'],
  ],
  [
    'an answer is Markdown',
    { kind: 'final', text: '- a\n- **b**', unstructured: false },
    'folded',
    [...['', 'answer', '  • a', '  • b']],
  ],
  [
    'a long prompt',
    { kind: 'prompt', text: lines(30) },
    'folded',
    [
      ...[
        '',
        '› line 1',
        ...lines(20)
          .split('\n')
          .slice(1)
          .map((each) => `  ${each}`),
        '  … 10 more lines',
      ],
    ],
  ],
];

test.each(rows)('%s', (_, item, extent, expected) => {
  expect(text(blockRows(item, 40, extent))).toEqual(expected);
});

test('a change whose outcome is known has its place in the file', () => {
  const item = action('edit', { path: 'x.ts', old: 'b', new: 'c' });
  expect(text(blockRows(item, 40, 'folded', DIFF))).toEqual([
    ...['', 'edit x.ts · call 3', '  8   a', '  9 - b', '  9 + c'],
  ]);
});

describe('what is very long', () => {
  test('a line of output is cut while it is folded', () => {
    const shown = text(blockRows(observation('read', 'x'.repeat(5_000)), 100, 'folded'));
    expect([shown.length, shown.at(-1)?.endsWith('… 4600 more characters')]).toEqual([6, true]);
  });

  test('a text ends where an editor has to go on', () => {
    const shown = text(
      blockRows({ kind: 'final', text: 'x'.repeat(TEXT_SHOWN_MAX + 7), unstructured: false }, 100, 'open'),
    );
    expect(shown.at(-1)).toBe('  … 7 more characters');
  });
});

test('no control of any content is left in it', () => {
  const bad = '\u001b]0;x\u0007\u009b31m\u202e';
  const items: readonly Item[] = [
    ...(['thought', 'prompt', 'loose', 'note'] as const).map((kind): Item => ({ kind, text: bad })),
    {
      kind: 'final',
      text: `${bad} \`${bad}\` [${bad}](http://${bad})\n\n\`\`\`${bad}\n${bad}\n\`\`\``,
      unstructured: false,
    },
    action(bad, { [bad]: bad }),
    action('bash', { command: bad }),
    action('edit', { path: bad, old: bad, new: `${bad}x` }),
    action('write', { path: bad, content: bad }),
    observation(bad, bad, { notes: [bad], diff: bad }),
    { kind: 'repair', repairs: [bad] },
    ...gateItems({ type: 'event.dropped', by: bad, event: { type: 'steer.given', text: bad }, at: 0 }),
    { kind: 'shell', command: bad, status: 'ok', durationMs: 1, text: bad, left: 0, notes: [bad] },
  ];
  const extents: readonly Extent[] = ['folded', 'open', 'printed'];
  const spans = items.flatMap((item) =>
    extents.flatMap((extent) => blockRows(item, 60, extent, `@@ -1 +1 @@\n-${bad}\n`).flat()),
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const live = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/;
  expect(spans.filter(({ text, link = '' }) => live.test(text + link))).toEqual([]);
});
