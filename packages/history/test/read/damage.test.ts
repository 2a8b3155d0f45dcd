/** Reading on after damage: each place is named, with what has happened there as far as it can be known, and the rest is given. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openHistory, type ReadOptions, recordsIn, verifyHistory } from '../../src/index.ts';
import { event, historyFile, note, piecesOf } from '../sample.ts';

const TEN = historyFile(Array.from({ length: 10 }, (_, index) => event('x', { text: `the text of ${index + 1}` })));
const { head, records, closing } = piecesOf(TEN);

/** The piece of a record, by its number. */
function of(n: number): string {
  return records[n - 1] ?? '';
}

/** A history of these pieces, those that are numbers being records of the ten. */
function fileOf(pieces: readonly (number | string)[]): string {
  const file = historyFile([]);
  const text = pieces.map((piece) => (typeof piece === 'number' ? of(piece) : piece)).join('');
  writeFileSync(file, head + text + closing);
  return file;
}

async function read(file: string, options: ReadOptions) {
  const reading = recordsIn(file, options);
  const numbers: number[] = [];
  for (;;) {
    const next = await reading.next();
    if (!next.done) numbers.push(next.value.n);
    else if (!next.value.ok) throw new Error(next.value.error.message);
    else return { numbers, end: next.value };
  }
}

const changed = (n: number): string => of(n).replace('the text', 'another text');
const otherHash = (n: number): string =>
  of(n).replace(/ hash="(.)/, (_, first) => ` hash="${first === '0' ? '1' : '0'}`);
const ADDED = '\n<note n="4" type="x" at="2026-11-20T06:10:38.123Z" hash=""/>';

const ROWS: readonly (readonly [string, readonly (number | string)[], readonly number[], readonly string[]])[] = [
  ['nothing', [1, 2, 3, 4], [1, 2, 3, 4], []],
  ['one changed', [1, changed(2), 3, 4], [1, 3, 4], ['2 changed']],
  ['two changed', [1, changed(2), 3, changed(4), 5], [1, 3, 5], ['2 changed', '4 changed']],
  ['two neighbours changed', [1, changed(2), changed(3), 4], [1, 4], ['2 changed', '3 changed']],
  ['the hash of one changed', [1, otherHash(2), 3, 4], [1, 3, 4], ['2 changed']],
  ['the number of one changed', [1, of(2).replace('n="2"', 'n="7"'), 3, 4], [1, 3, 4], ['2 changed']],
  ['the number of one changed to an earlier one', [1, 2, of(3).replace('n="3"', 'n="1"'), 4], [1, 2, 4], ['3 changed']],
  ['the first changed', [changed(1), 2, 3], [2, 3], ['1 changed']],
  ['the last changed', [1, 2, changed(3)], [1, 2], ['3 changed']],
  ['one removed', [1, 3, 4], [1, 3, 4], ['2 missing']],
  ['several removed', [1, 5, 6], [1, 5, 6], ['2 missing']],
  ['the first removed', [2, 3], [2, 3], ['1 missing']],
  ['one doubled', [1, 2, 2, 3], [1, 2, 3], ['2 doubled']],
  ['one doubled later', [1, 2, 3, 4, 2, 5], [1, 2, 3, 4, 5], ['2 doubled']],
  ['two in each other’s place', [1, 3, 2, 4], [1, 3, 4], ['2 moved']],
  ['one moved to the end', [1, 3, 4, 5, 2], [1, 3, 4, 5], ['2 moved']],
  ['one of several moved', [1, 5, 3, 6], [1, 5, 6], ['2 missing', '3 moved', '4 missing']],
  ['one added that is no record', [1, 2, 3, ADDED, 4, 5], [1, 2, 3, 4, 5], ['4 added']],
  ['a comment added', [1, 2, '\n<!-- mine -->', 3, 4], [1, 2, 3, 4], ['3 added']],
  ['a newline lost', [1, 2, of(3).trimStart(), 4], [1, 2, 4], ['3 changed']],
  ['a tag broken', [1, of(2).replace('</text>', '</test>'), 3, 4], [1, 3, 4], ['2 changed']],
  ['the end of one lost', [1, of(2).slice(0, -20), 3, 4], [1, 3, 4], ['2 changed']],
  ['zeros in the middle', [1, of(2).replace(/./gs, '\0'), 3, 4], [1, 3, 4], ['2 changed']],
  ['all of it, but the head', ['\nnothing'], [], ['1 changed']],
];

describe('a history with', () => {
  it.each(ROWS)('%s', async (_title, pieces, expected, faults) => {
    const file = fileOf(pieces);
    const before = readFileSync(file);
    const { numbers, end } = await read(file, { goOn: true });
    expect([numbers, end.faults.map(({ record, what }) => `${record} ${what}`)]).toEqual([expected, faults]);
    expect([end.fault, end.torn]).toEqual([end.faults[0] ?? null, null]);
    expect(verifyHistory(file, { goOn: true })).toEqual(end);
    expect(readFileSync(file).equals(before)).toBe(true);

    // Without being asked to go on, a reader stops at the first.
    const stopped = await read(file, {});
    expect(stopped.end.faults.length).toBe(faults.length === 0 ? 0 : 1);
    expect(stopped.numbers).toEqual(
      expected.filter((n, index) => n === index + 1 && n < (stopped.end.fault?.record ?? 99)),
    );
  });

  it('damage and a torn tail: both are said', async () => {
    const file = fileOf([1, changed(2), 3]);
    writeFileSync(file, readFileSync(file).subarray(0, -closing.length).subarray(0, -30));
    const { numbers, end } = await read(file, { goOn: true });
    expect([numbers, end.faults.length, end.torn]).toEqual([
      [1],
      1,
      { record: 3, at: expect.any(Number), bytes: expect.any(Number) },
    ]);
  });

  it('records that are in the chain and none of this format', async () => {
    const whole = historyFile([event('a'), note('b', { count: 1 }), event('c')]);
    expect((await read(whole, { goOn: true, strict: true })).numbers).toEqual([1, 2, 3]);
  });

  it('more faults than anyone reads: it ends', async () => {
    const file = fileOf(Array.from({ length: 1_200 }, () => 1));
    const { numbers, end } = await read(file, { goOn: true });
    expect([numbers, end.faults.length]).toEqual([[1], 1_000]);
  });
});

describe('a part of a history', () => {
  it.each([
    [{ from: 1, to: 3 }, [1, 2, 3]],
    [{ from: 4 }, [4, 5, 6, 7, 8, 9, 10]],
    [{ from: 10 }, [10]],
    [{ from: 11 }, []],
    [{ from: 3, to: 3 }, [3]],
    [{ to: 0 }, []],
    [{ from: 5, to: 4 }, []],
  ])('%j', async (part, expected) => {
    const { numbers, end } = await read(TEN, part);
    expect([numbers, end.fault, end.torn]).toEqual([expected, null, null]);
  });

  it('is checked from where it begins, and no further than it goes', async () => {
    const file = fileOf([1, changed(2), 3, 4, 5, 6, changed(7)]);
    expect(await read(file, { from: 4, to: 6 })).toMatchObject({ numbers: [4, 5, 6], end: { fault: null } });
    expect(await read(file, { from: 4 })).toMatchObject({ numbers: [4, 5, 6], end: { fault: { record: 7 } } });
    expect(await read(file, { from: 2 })).toMatchObject({ numbers: [], end: { fault: { record: 2 } } });
  });

  it('is found among many, wherever it is, with little read', async () => {
    const many = Array.from({ length: 4_000 }, (_, n) =>
      event('x', { text: n % 500 === 0 ? '<a>\n'.repeat(60_000) : 'short' }),
    );
    const file = historyFile([]);
    const opened = openHistory(file);
    if (!opened.ok) throw new Error(opened.error.message);
    opened.history.append(many, { sync: false });
    opened.history.close();
    for (const from of [1, 2, 500, 501, 502, 1_999, 3_502, 4_000]) {
      expect(await read(file, { from, to: from })).toMatchObject({ numbers: [from], end: { fault: null } });
    }
    const startedAt = performance.now();
    for (let from = 1; from < 4_000; from += 50) await read(file, { from, to: from });
    const each = (performance.now() - startedAt) / 80;
    expect(each).toBeLessThan(60);
  });
});
