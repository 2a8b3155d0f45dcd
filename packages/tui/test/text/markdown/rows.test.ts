import { beforeAll, describe, expect, test } from 'vitest';
import { widthOf } from '../../../src/text/glyphs.ts';
import type { Line } from '../../../src/text/line.ts';
import { MARKDOWN_LENGTH_MAX } from '../../../src/text/markdown/parse.ts';
import { markdownRows } from '../../../src/text/markdown/rows.ts';
import { loadMarkup } from '../../../src/text/markup.ts';

beforeAll(loadMarkup);

const text = (rows: readonly Line[]): string[] => rows.map((row) => row.map((span) => span.text).join(''));

const rows: readonly (readonly [title: string, markdown: string, columns: number, expected: readonly string[]])[] = [
  ['paragraphs apart, their lines as they are', 'one\ntwo\n\nthree', 40, ['one', 'two', '', 'three']],
  ['a hard break', 'one  \ntwo\\\nthree', 40, ['one', 'two', 'three']],
  ['headings say how deep they are', '# One\n### Three', 40, ['One', '', '### Three']],
  ['a heading that is underlined', 'One\n===\nTwo\n---', 40, ['One', '', '## Two']],
  ['lists in one another', '- a\n  - b\n    1. c\n    2. d\n- e', 40, ['• a', '  • b', '    1. c', '    2. d', '• e']],
  ['numbers go on from the first', '9. a\n1. b', 40, [' 9. a', '10. b']],
  ['a list of paragraphs', '1. a\n\n   b\n2. c', 40, ['1. a', '', '   b', '', '2. c']],
  ['tasks', '- [x] done\n- [ ] open\n- [y] none', 40, ['[x] done', '[ ] open', '• [y] none']],
  ['what continues an item stands below its text', '- one two three', 12, ['• one two', '  three']],
  ['an item without a text', '-\n- a', 40, ['• ', '• a']],
  ['quotes in one another', '> one two three\n> > four', 14, ['│ one two', '│ three', '│ ', '│ │ four']],
  ['a rule', 'a\n\n---', 10, ['a', '', '──────────']],
  ['code as it is written', '```\na  b\n\n  c\n```', 40, ['  a  b', '  ', '    c']],
  ['code that is set in', 'a\n\n    b\n', 40, ['a', '', '  b']],
  ['code whose fence is not closed', '```ts\nlet a', 40, ['  let a']],
  ['marks in a line', 'a **b** _c_ ~~d~~ `e` f', 40, ['a b c ~~d~~ `e` f']],
  ['marks that are none', 'a * b ** c_d_e', 40, ['a * b ** c_d_e']],
  [
    'a link and its address, where that is not its text',
    '[a](https://x.org/) <https://y.org/>',
    50,
    [...['a (https://x.org/) https://y.org/']],
  ],
  ['an address by itself', 'see https://x.org/a?b=c.', 50, ['see https://x.org/a?b=c.']],
  ['a picture', '![a cat](cat.png)', 50, ['image: a cat cat.png']],
  ['HTML is text', '<b>a</b>\n\n<script>\n', 40, ['<b>a</b>', '', '<script>']],
  ['entities', '&lt;a&gt; &amp; &copy;', 40, ['<a> & ©']],
  ['controls, also those that an entity names', 'a\u001b[31mb &#x202e; \u202e', 40, ['a␛[31mb <U+202E> <U+202E>']],
  [
    'a table, each column as wide as it needs to be',
    '|a|b|\n|-|-:|\n|one|1|\n|数量|22|',
    40,
    [...['a    │  b', '─────┼───', 'one  │  1', '数量 │ 22']],
  ],
  [
    'a table that does not fit: its widest column breaks',
    '|a|b|\n|-|-|\n|one|the quick brown fox|',
    17,
    [...['a   │ b          ', '────┼────────────', 'one │ the quick  ', '    │ brown fox  ']],
  ],
  [
    'a table that cannot fit',
    '|a|b|c|d|\n|-|-|-|-|\n|111111|222222|333333|444444|',
    24,
    [...['a: 111111', 'b: 222222', 'c: 333333', 'd: 444444']],
  ],
  ['nothing', '', 40, []],
];

test.each(rows)('%s', (_, markdown, columns, expected) => {
  expect(text(markdownRows(markdown, columns))).toEqual(expected);
});

test('what a mark means is a role, and where a link leads', () => {
  const [row] = markdownRows('a **b _c_** *d* `e` [f](https://x.org/)', 80);
  expect(row).toEqual([
    { text: 'a ', role: 'text' },
    { text: 'b ', role: 'strong' },
    { text: 'c', role: 'strong' },
    { text: ' ', role: 'text' },
    { text: 'd', role: 'emphasis' },
    { text: ' ', role: 'text' },
    { text: '`e`', role: 'code' },
    { text: ' ', role: 'text' },
    { text: 'f', role: 'link', link: 'https://x.org/' },
    { text: ' (https://x.org/)', role: 'muted', link: 'https://x.org/' },
  ]);
});

test('no row is wider than it may be, whatever stands in it', () => {
  const markdown =
    '# 汉字汉字汉字汉字\n- 汉字 **word** `codecodecode`\n  > q q q q q q\n\n|汉字|b|\n|-|-|\n|👩‍👩‍👧 e\u0301|long word here|\n\n```\n\tcode code code\n```';
  for (const columns of [12, 16, 20, 33]) {
    const wide = markdownRows(markdown, columns).filter(
      (row) => row.reduce((sum, span) => sum + widthOf(span.text), 0) > columns,
    );
    expect([columns, text(wide)]).toEqual([columns, []]);
  }
});

describe('what is made to take time is shown as it is written, or soon', () => {
  const fill = (piece: string, length = MARKDOWN_LENGTH_MAX): string => piece.repeat(Math.floor(length / piece.length));
  const hostile: readonly (readonly [title: string, markdown: string])[] = [
    ['quotes', fill('>')],
    ['quotes and lists', fill('- > ')],
    ['lists that nest', Array.from({ length: 300 }, (_, index) => `${' '.repeat(index * 2)}- a`).join('\n')],
    ['emphasis', fill(`${fill('*a **a ', 15_000)}\n\n`)],
    ['stars', `${fill('*', 40_000)}a${fill('*', 40_000)}`],
    ['brackets', fill(`${fill('[', 15_000)}\n\n`)],
    ['addresses of links', fill(`${fill('[a](', 15_000)}\n\n`)],
    ['backticks', fill(`${Array.from({ length: 170 }, (_, index) => '`'.repeat((index % 100) + 1)).join('a')}\n\n`)],
    ['a long table', `|a|b|\n|-|-|\n${fill('|x|y|\n')}`],
    ['a wide table', `|${fill('a|', 20_000)}\n|${fill('-|', 20_000)}\n|x|`],
    ['a table beyond all measure', `|a|b|\n|-|-|\n${fill('|x|y|\n', 1_000_000)}`],
    ['a long line of code', `\`\`\`js\n${fill('{[(', 90_000)}`],
  ];
  test.each(hostile)('%s', (_, markdown) => {
    const started = performance.now();
    expect(markdownRows(markdown, 80).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('what nests too deep for the library loses nothing', () => {
    const markdown = `${'> '.repeat(60)}deep`;
    expect(text(markdownRows(markdown, 200))).toEqual([markdown]);
  });
});
