/** The chain names the first record that is not as it was written. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHistory, verifyHistory } from '../../src/index.ts';
import { event, historyFile, LONG_REPLY, piecesOf, SAMPLE } from '../sample.ts';

/** The number of the first record that is reported; null where none is. */
function reported(file: string): number | null {
  const verified = verifyHistory(file);
  if (!verified.ok) return verified.error.record;
  return verified.fault?.record ?? null;
}

function reportedFor(text: string | Buffer): number | null {
  const file = historyFile([]);
  writeFileSync(file, text);
  return reported(file);
}

describe('one changed byte', () => {
  it.each([0x01, 0x04, 0x20, 0x80])('at every position, changed by %i, is reported with its record', (change) => {
    const file = historyFile();
    const whole = readFileSync(file);
    const { head, records, closing } = piecesOf(file);
    // The head belongs to the first record; where the closing tag stands, the next record would.
    const owners = [head, ...records, closing].flatMap((piece, n) =>
      Array.from({ length: Buffer.byteLength(piece) }, () => Math.max(1, n)),
    );
    expect(owners.length).toBe(whole.length);
    const wrong: unknown[] = [];
    for (const [position, owner] of owners.entries()) {
      const bytes = Buffer.from(whole);
      bytes[position] = (whole[position] ?? 0) ^ change;
      writeFileSync(file, bytes);
      const record = reported(file);
      if (record !== owner) wrong.push({ position, owner, record });
    }
    expect(wrong).toEqual([]);
  });
});

describe('a record', () => {
  const { head, records, closing } = piecesOf(historyFile());
  const [one = '', two = '', three = '', four = '', ...rest] = records;
  const renumbered = four.replace('n="4"', 'n="3"');

  const [otherOne = ''] = piecesOf(historyFile([event('session.started')])).records;

  it.each([
    ['none of all', [...records], null],
    ['the first removed', [two, three, four, ...rest], 1],
    ['one removed', [one, two, four, ...rest], 3],
    ['one removed and the next renumbered', [one, two, renumbered, ...rest], 3],
    ['the same twice', [one, two, two, three, four, ...rest], 3],
    [
      'one added',
      [one, two, '\n<note n="3" type="x" at="2026-11-20T06:10:38.123Z" hash=""/>', three, four, ...rest],
      3,
    ],
    ['two in each other’s place', [one, three, two, four, ...rest], 2],
    ['the last two in each other’s place', [...records.slice(0, -2), ...records.slice(-2).reverse()], 6],
    ['one from another history', [otherOne, two, three, four, ...rest], 2],
    ['a blank line more', [one, two, `\n${three}`, four, ...rest], 3],
    ['a comment between two', [one, two, `\n<!-- -->${three}`, four, ...rest], 3],
    ['no newline between two', [one, two, three.trimStart(), four, ...rest], 3],
  ])('%s', (_title, pieces, record) => {
    expect(reportedFor(head + pieces.join('') + closing)).toBe(record);
  });

  it('is reported by the reader as well, with the records before it', async () => {
    const file = historyFile();
    writeFileSync(file, readFileSync(file, 'utf8').replace('Why does', 'How does'));
    const read = await readHistory(file);
    expect(read.ok && [read.records.map(({ n }) => n), read.fault]).toEqual([
      [1, 2],
      {
        record: 3,
        what: 'changed',
        at: 573,
        message: 'it, or what stands before it, does not have the hash that was written with it',
      },
    ]);
  });
});

describe('a long text', () => {
  const whole = readFileSync(historyFile(), 'utf8');
  const LONG = / salt="\w+">(<!\[CDATA\[.*?\]\]>)</s;

  it.each([
    ['taken out with its salt', whole.replace(LONG, '><'), null],
    ['taken out without its salt', whole.replace(LONG, ' salt="00"><'), 6],
    ['shortened', whole.replace(LONG, (text) => text.replace('Look', 'See')), 6],
    ['left without its salt', whole.replace(LONG, '>$1<'), 6],
    ['replaced after it was taken out', whole.replace(LONG, '>another<'), 6],
  ])('%s', (_title, text, record) => {
    expect(text).not.toBe(whole);
    expect(reportedFor(text)).toBe(record);
  });

  it('reads as empty, and is named, when it has been taken out', async () => {
    const file = historyFile();
    const before = await readHistory(file);
    expect(before.ok && before.records[5]).toMatchObject({ takenOut: [], fields: { text: LONG_REPLY } });
    writeFileSync(file, readFileSync(file, 'utf8').replace(LONG, '><'));
    const after = await readHistory(file);
    expect(after).toMatchObject({ ok: true, fault: null });
    expect(after.ok && after.records[5]).toMatchObject({ takenOut: ['text'], fields: { text: '' } });
  });

  it('has a salt of its own each time', () => {
    const texts = [historyFile(), historyFile()].map((file) => readFileSync(file, 'utf8'));
    expect(new Set(texts.map((text) => / salt="(\w+)"/.exec(text)?.[1])).size).toBe(2);
    expect(SAMPLE.length).toBe(7);
  });
});
