/** A diff of histories as it is shown: in columns that fit, with the place of the difference in sight, coloured on a terminal alone. */
import { fileURLToPath } from 'node:url';
import { diffHistories } from '@tagma/history';
import { expect, test } from 'vitest';
import { columnsOf } from '../../src/diff/columns.ts';
import { excerpts } from '../../src/diff/excerpt.ts';
import { diffText } from '../../src/diff/view.ts';

const golden = (name: string) => fileURLToPath(new URL(`../../../../history/golden/${name}.xml`, import.meta.url));

async function shown(all: boolean, output: { isTTY?: boolean; columns?: number }, env = {}): Promise<string> {
  const diff = await diffHistories(golden('started-in-thought'), golden('native-calls'));
  if (!diff.ok) throw new Error(diff.error.message);
  const named = { ...diff, a: { ...diff.a, file: 'a.xml' }, b: { ...diff.b, file: 'b.xml' } };
  return diffText(named, { all }, columnsOf(output, env));
}

test('the first difference, then reply beside reply', async () => {
  expect((await shown(false, { columns: 100 })).split('\n').slice(0, 24)).toMatchInlineSnapshot(`
    [
      "               │ a.xml                                    │ b.xml",
      "               │ golden · 33 records · 1 turn             │ golden · 47 records · 1 turn",
      "",
      "The first difference, in text:",
      "event          │ reply.ended (record 6)                   │ reply.ended (record 6)",
      "state          │ thinking → deciding                      │ thinking → deciding",
      "record         │ 6: reply.ended                           │ 6: reply.ended",
      "               │ I look.                                  │",
      "               │ </think>                                 │",
      "               │ <action tool="read"><path>a.ts</path…    │",
      "",
      "≠              │ turn 1 · reply 1 · records 3–16          │ turn 1 · reply 1 · records 3–16",
      "said           │ go                                       │ go",
      "thought        │ I look.                                  │",
      "repairs        │                                          │ dialect:native",
      "action         │ read                                     │ read",
      "               │ path: a.ts                               │ path: a.ts",
      "decision       │ allow: mode default: reading in the …    │ allow: mode default: reading in the …",
      "outcome        │ ok                                       │ ok",
      "               │ A                                        │ A",
      "state          │ thinking                                 │ thinking",
      "",
      "≠              │ –                                        │ turn 1 · reply 2 · records 17–30",
      "repairs        │                                          │ dialect:native",
    ]
  `);
});

test.each([60, 80, 133])('no line is wider than %s columns', async (columns) => {
  const lines = (await shown(true, { columns })).split('\n');
  expect(lines.filter((line) => line.length > columns)).toEqual([]);
});

test.each([
  ['a terminal', { isTTY: true, columns: 100 }, {}, true],
  ['a file', { columns: 100 }, {}, false],
  ['a terminal that shall show none', { isTTY: true, columns: 100 }, { NO_COLOR: '1' }, false],
])('colours: %s', async (_title, output, env, coloured) => {
  expect((await shown(false, output, env)).includes('\x1b[')).toBe(coloured);
});

test.each([
  ['texts that fit', 'one', 'two', ['one', 'two']],
  [
    'a long line, cut around the difference',
    `${'x'.repeat(100)}A${'y'.repeat(100)}`,
    `${'x'.repeat(100)}B${'y'.repeat(100)}`,
    [`…${'x'.repeat(10)}A${'y'.repeat(15)}…`, `…${'x'.repeat(10)}B${'y'.repeat(15)}…`],
  ],
  [
    'many lines, from the one before the difference',
    '1\n2\n3\n4\n5\n6\n7\n8',
    '1\n2\n3\n4\nfive\n6\n7\n8',
    ['… 4\n5\n6\n7\n… 1 more', '… 4\nfive\n6\n7\n… 1 more'],
  ],
  ['what a terminal would obey', 'a\x1b[2J', 'b', ['a␛[2J', 'b']],
])('%s', (_title, a, b, expected) => {
  expect(excerpts(a, b, 30)).toEqual(expected);
});
