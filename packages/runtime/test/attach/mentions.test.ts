import { expect, test } from 'vitest';
import { mentionsIn } from '../../src/attach/mentions.ts';

/** The ways to read each mention: `path`, or `path from-to`. */
const read = (text: string) =>
  mentionsIn(text).map(({ spellings }) =>
    spellings.map(({ path, lines }) => (lines === null ? path : `${path} ${lines.from}-${lines.to ?? ''}`)),
  );

test.each<[string, string, readonly (readonly string[])[]]>([
  ['a file', 'see @src/a.ts please', [['src/a.ts']]],
  ['several', '@a @b\n(@c/)', [['a'], ['b'], ['c/)', 'c/']]],
  ['the end of a sentence', 'look at @src/a.ts.', [['src/a.ts.', 'src/a.ts']]],
  ['in brackets of code', '`@src/a.ts`, "@b.ts"', [['src/a.ts'], ['b.ts']]],
  ['names with brackets', '@app/[id]/page.tsx', [['app/[id]/page.tsx']]],
  ['lines', '@src/a.ts:10-40', [['src/a.ts:10-40', 'src/a.ts 10-40']]],
  ['lines, and a comma', '@a.ts:10-40, now', [['a.ts:10-40,', 'a.ts:10-40', 'a.ts 10-40']]],
  ['one line', '@a.ts:7', [['a.ts:7', 'a.ts 7-7']]],
  ['from a line on', '@a.ts:7-', [['a.ts:7-', 'a.ts 7-']]],
  ['a line and a column, as compilers say it', '@a.ts:7:12', [['a.ts:7:12', 'a.ts 7-7']]],
  ['lines as GitHub says them', '@a.ts#L3-L9', [['a.ts#L3-L9', 'a.ts 3-9']]],
  [
    'lines the wrong way round, and line 0',
    '@a:9-3 @b:0',
    [
      ['a:9-3', 'a 3-9'],
      ['b:0', 'b 1-1'],
    ],
  ],
  ['blanks in quotation marks', '@"my file.ts" and @\'other file\'', [['my file.ts'], ['other file']]],
  ['lines behind them', '@"my file.ts":3-4', [['my file.ts 3-4']]],
  ['marks within them', '@"a \\"b\\".ts"', [['a "b".ts']]],
  ['blanks behind a backslash', '@my\\ file.ts:2', [['my file.ts:2', 'my file.ts 2-2']]],
  ['an address of mail is none', 'mail me@example.com or a.b@c', []],
  ['nor is a sign alone', '@ @. @/ @@ @-1,3 x@', [['-1,3']]],
  [
    'a decorator and a scope are words that some file may be called like',
    '@Override @types/node',
    [['Override'], ['types/node']],
  ],
  ['a name that is too long for one', `@${'a'.repeat(1_001)}`, []],
])('%s', (_, text, mentions) => {
  expect(read(text)).toEqual(mentions);
});

test('of very many the first are looked at, in time', () => {
  const before = performance.now();
  expect(mentionsIn('@a.ts:1 '.repeat(100_000))).toHaveLength(200);
  expect(mentionsIn(`@${'.'.repeat(500_000)}`)).toEqual([]);
  expect(mentionsIn(`@"${'\\"'.repeat(200_000)}`).length).toBeLessThan(2);
  expect(performance.now() - before).toBeLessThan(2_000);
});
