import { beforeAll, expect, test } from 'vitest';
import type { Line } from '../../src/text/line.ts';
import { loadMarkup } from '../../src/text/markup.ts';
import { type LayOut, markdownLayOut, plainLayOut, type Streamed, streamed } from '../../src/text/streamed.ts';

beforeAll(loadMarkup);

const text = (rows: Iterable<Line>): string[] => [...rows].map((row) => row.map((span) => span.text).join(''));

const MARKDOWN = `# Title

A paragraph of **words** that is
broken.

- one
  - two

    a paragraph of it
- three

| a | b |
| - | - |
| 1 | 2 |

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

> quoted

Last.`;

/** What is got when the text comes in pieces of so many characters. */
function grown(whole: string, piece: number, width: number, layOut: LayOut): Streamed[] {
  const all: Streamed[] = [];
  for (let end = piece; end < whole.length + piece; end += piece)
    all.push(streamed(all.at(-1) ?? null, whole.slice(0, end), width, layOut));
  return all;
}

const layOuts: readonly (readonly [title: string, whole: string, layOut: LayOut])[] = [
  ['Markdown', MARKDOWN, markdownLayOut],
  ['lines', 'one\ntwo two two two\r\n\n  three\nfour', plainLayOut('thought', '  ')],
];

test.each(layOuts)('%s that comes in pieces ends as it is when it comes at once', (_, whole, layOut) => {
  const expected = text(streamed(null, whole, 20, layOut).rows);
  for (const piece of [1, 2, 7, 40]) {
    expect([piece, text(grown(whole, piece, 20, layOut).at(-1)?.rows ?? [])]).toEqual([piece, expected]);
  }
});

test('what is settled is laid out once, and its rows are the same ones from then on', () => {
  const all = grown(MARKDOWN, 10, 40, markdownLayOut);
  const settled = all.find(({ settledRows }) => settledRows.length > 6);
  const last = all.at(-1);
  expect([...(settled?.settledRows ?? [])].every((row, index) => row === last?.rows.at(index))).toBe(true);
  expect(last?.settled).toBe(MARKDOWN.slice(0, MARKDOWN.indexOf('Last.')));
});

test('rows that may still change are the same ones for as long as they look the same', () => {
  const first = streamed(null, '- one\n- tw', 40, markdownLayOut);
  const second = streamed(first, '- one\n- two', 40, markdownLayOut);
  const third = streamed(second, '- one\n- two\n\nEnd', 40, markdownLayOut);
  expect(text(second.rows)).toEqual(['  • one', '  • two']);
  expect([0, 1].map((row) => second.rows.at(row) === first.rows.at(row))).toEqual([true, false]);
  expect(text(third.rows)).toEqual(['  • one', '  • two', '', '  End']);
  expect([0, 1].map((row) => third.rows.at(row) === second.rows.at(row))).toEqual([true, true]);
});

test('another text, or another width, is laid out anew', () => {
  const layOut = plainLayOut('text', '');
  const first = streamed(null, 'one\ntwo', 10, layOut);
  expect(text(streamed(first, 'six\ntwo\nten', 10, layOut).rows)).toEqual(['six', 'two', 'ten']);
  expect(text(streamed(first, 'one\ntwo', 2, layOut).rows)).toEqual(['on', 'e', 'tw', 'o']);
  expect(streamed(first, 'one\ntwo', 10, layOut)).toBe(first);
});

test('a line that does not end is laid out as far as a person follows it', () => {
  const rows = text(streamed(null, 'x'.repeat(1_000_000), 100, plainLayOut('text', '')).rows);
  expect([rows.length, rows[0]?.slice(0, 3)]).toEqual([41, '…']);
});

const repeated = (count: number, each: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index + 1)).join('');

const COUNT = 400;

const grownLists: readonly (readonly [title: string, whole: string, last: readonly string[], rows: number])[] = [
  [
    'a list',
    `Before.\n\n${repeated(COUNT, (number) => `- the **item** ${number}\n  goes on\n  - and has one below\n`)}`,
    ['    • and has one below', '  • the item 400', '    goes on', '    • and has one below'],
    2 + COUNT * 3,
  ],
  [
    'a list with numbers',
    repeated(COUNT, (number) => `1. the **item** ${number}\n`),
    ['  397. the item 397', '  398. the item 398', '  399. the item 399', '  400. the item 400'],
    COUNT,
  ],
  [
    'a list of paragraphs',
    repeated(COUNT, (number) => `- the **item** ${number}\n\n  More of it.\n\n`),
    ['', '  • the item 400', '', '    More of it.'],
    COUNT * 4 - 1,
  ],
  [
    'a table',
    `Before.\n\n| the number | of |\n| ---: | --- |\n${repeated(COUNT, (number) => `| **${number}** | the row |\n`)}`,
    ['         397 │ the row', '         398 │ the row', '         399 │ the row', '         400 │ the row'],
    2 + 2 + COUNT,
  ],
  [
    'a table that has room for no columns',
    `| ${'a | '.repeat(20)}\n|${'---|'.repeat(20)}\n${repeated(30, (number) => `| ${`**${number}** | `.repeat(20)}\n`)}`,
    ['  a: 30', '  a: 30', '  a: 30', '  a: 30'],
    30 * 21 - 1,
  ],
];

test.each(grownLists)(
  '%s that is long is Markdown while it grows, and its rows stay as they are',
  (_, whole, last, count) => {
    const all = grown(whole, 50, 60, markdownLayOut);
    const final = all.at(-1);
    const rows = text(final?.rows ?? []);
    expect([rows.length, rows.slice(-4)]).toEqual([count, last]);
    // No row is laid out that has been settled before, and little of it is open.
    const long = all.filter(({ text: so }) => so.length > 5_000);
    expect(long.map((each) => each.text.length - each.settled.length).filter((open) => open > 500)).toEqual([]);
    const half = all[all.length >> 1];
    expect([...(half?.settledRows ?? [])].every((row, place) => row === final?.settledRows.at(place))).toBe(true);
    expect(text(final?.rows ?? []).filter((row) => /\*\*|\|/.test(row))).toEqual([]);
  },
);

test('a table that is long becomes wider where what follows needs it', () => {
  const narrow = repeated(200, (number) => `| ${number} | a |\n`);
  const all = grown(`| n | of |\n| ---: | --- |\n${narrow}| 1000000 | what has more words |\n`, 50, 60, markdownLayOut);
  expect(text(all.at(-1)?.rows ?? []).slice(-2)).toEqual([
    '      200 │ a                  ',
    '  1000000 │ what has more words',
  ]);
});

test.each(grownLists)('what follows %s is laid out by itself', (_, whole) => {
  const all = grown(`${whole}\n# Then\n\n- one\n- two`, 50, 60, markdownLayOut);
  expect(text(all.at(-1)?.rows ?? []).slice(-5)).toEqual(['', '  Then', '', '  • one', '  • two']);
});

test('a long block of Markdown that is open holds nothing up', () => {
  let now: Streamed | null = null;
  const whole = `- ${'an item of a list that does not end\n  '.repeat(2_000)}`;
  const started = performance.now();
  for (let end = 2_000; end < whole.length; end += 2_000) now = streamed(now, whole.slice(0, end), 80, markdownLayOut);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(text(now?.rows ?? []).at(-2)).toContain('an item of a list');
});

test('code that does not end is laid out in pieces, however long it becomes', () => {
  let now: Streamed | null = null;
  const whole = `\`\`\`ts\n${'const a = { b: [1, 2, 3] };\n'.repeat(40_000)}`;
  const started = performance.now();
  for (let end = 50_000; end < whole.length; end += 50_000)
    now = streamed(now, whole.slice(0, end), 80, markdownLayOut);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(now?.settled.length).toBeGreaterThan(900_000);
});
