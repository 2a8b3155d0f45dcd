/** A crash at any byte of a write: the file opens again with every acknowledged record, and says what was torn off. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Disk, openHistory, readHistory, verifyHistory } from '../../src/index.ts';
import { DISK } from '../../src/write/disk.ts';
import { append, event, historyFile, newHistory, SAMPLE } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

/** Without waiting for the disk: thousands of files are opened here. */
const QUICK: Disk = { ...DISK, sync: () => {}, syncFolder: () => {} };
const CLOSING_BYTES = '</history>\n'.length;
const NEW_RECORDS = [event('tool.ended', { request: 2, text: '<a> & '.repeat(45) }), ...SAMPLE.slice(1, 3)];

/** A file before and after a write that was acknowledged and one that was not. */
function twoStates(acknowledged = SAMPLE): { before: Buffer; after: Buffer } {
  const { history, file } = newHistory(acknowledged);
  const before = readFileSync(file);
  append(history, NEW_RECORDS);
  return { before, after: readFileSync(file) };
}

/** Opens a file of these bytes; gives what came of it when one more record has been appended. */
function reopened(folder: string, bytes: Buffer): { records: number; torn: Buffer | null; after: unknown } {
  const file = join(folder, 's1.xml');
  rmSync(`${file}.torn`, { force: true });
  writeFileSync(file, bytes);
  const opened = openHistory(file, QUICK);
  if (!opened.ok) throw new Error(`${opened.error.message} at ${bytes.length}`);
  const records = opened.history.last().n;
  append(opened.history, [event('prompt.given', { text: 'go on' })]);
  opened.history.close();
  const copy = opened.torn?.copy ?? null;
  return { records, torn: copy === null ? null : readFileSync(copy), after: verifyHistory(file) };
}

/** How many of the new records are whole in `written`, and where the last whole one ends. */
function wholeIn(written: Buffer, after: Buffer, from: number): { records: number; end: number } {
  const ends = [...after.toString('latin1').matchAll(/(?:\/>|<\/event>)(?=\n<)/g)]
    .map((match) => match.index + match[0].length)
    .filter((end) => end >= from);
  const whole = ends.filter((end) => end <= written.length && written.subarray(0, end).equals(after.subarray(0, end)));
  return { records: whole.length, end: whole.at(-1) ?? from - 1 };
}

type Left = (before: Buffer, after: Buffer, length: number) => Buffer;

const ENDS_THERE: Left = (_before, after, length) => after.subarray(0, length);
const OLD_BEHIND: Left = (before, after, length) => Buffer.concat([after.subarray(0, length), before.subarray(length)]);
const ZEROS_BEHIND: Left = (_before, after, length) =>
  Buffer.concat([after.subarray(0, length), Buffer.alloc(after.length - length)]);

describe('a crash after any number of bytes of a write', () => {
  it.each([
    ['the first, and the file ends there', [], ENDS_THERE],
    ['a later one, and the file ends there', SAMPLE, ENDS_THERE],
    ['a later one, and what stood there before stands behind', SAMPLE, OLD_BEHIND],
    ['a later one, and the file has its new length and zeros', SAMPLE, ZEROS_BEHIND],
  ])('loses no acknowledged record: %s', (_title, acknowledged, left) => {
    const { before, after } = twoStates(acknowledged);
    const folder = temporaryFolder();
    const start = before.length - CLOSING_BYTES;
    for (let length = start; length < after.length; length++) {
      const bytes = left(before, after, length);
      const { records, end } = wholeIn(bytes, after, start);
      const whole = acknowledged.length + records;
      const torn = bytes.equals(before) || end === bytes.length ? null : bytes.subarray(end);
      expect({ length, ...reopened(folder, bytes) }).toEqual({
        length,
        records: whole,
        torn,
        after: expect.objectContaining({ ok: true, records: whole + 1, torn: null, fault: null }),
      });
    }
  });
});

describe('openHistory', () => {
  it('says what was torn off and where it is kept', () => {
    const { before, after } = twoStates();
    const file = join(temporaryFolder(), 's1.xml');
    const at = before.length - CLOSING_BYTES - 1;
    writeFileSync(file, after.subarray(0, at + 100));
    const opened = openHistory(file);
    expect(opened.ok && opened.torn).toEqual({ record: SAMPLE.length + 1, at, bytes: 100, copy: `${file}.torn` });
    expect(readFileSync(`${file}.torn`).equals(after.subarray(at, at + 100))).toBe(true);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('keeps the copies of earlier tails, and gives none the name of a history', () => {
    const { before, after } = twoStates();
    const file = join(temporaryFolder(), 's1.xml');
    for (const cut of [10, 20, 30]) {
      writeFileSync(file, after.subarray(0, before.length + cut));
      const opened = openHistory(file, QUICK);
      if (!opened.ok) throw new Error(opened.error.message);
      opened.history.close();
    }
    expect(readdirSync(dirname(file)).sort()).toEqual(['s1.xml', 's1.xml.torn', 's1.xml.torn.2', 's1.xml.torn.3']);
    const sizes = ['.torn', '.torn.2', '.torn.3'].map((ending) => readFileSync(file + ending).length);
    expect(sizes).toEqual([10, 20, 30].map((cut) => cut + CLOSING_BYTES + 1));
  });

  it('cuts nothing off that is not a torn tail', () => {
    const whole = readFileSync(historyFile(), 'utf8');
    const changes: readonly (readonly [string, string])[] = [
      ['a record that does not end, with others behind it', whole.replace(']]></text>', ']]</text>')],
      ['a changed closing tag', whole.replace('</history>', '</mystery>')],
      ['something behind the closing tag', `${whole}<event n="8" type="x"/>\n`],
      ['a second closing tag', `${whole}</history>\n`],
      ['a torn tail after a changed record', whole.replace(']]></text>', ']]</text>').slice(0, -40)],
    ];
    const found = changes.map(([title, text]) => {
      const file = join(temporaryFolder(), 's1.xml');
      writeFileSync(file, text);
      const opened = openHistory(file);
      const unchanged = readFileSync(file, 'utf8') === text && !existsSync(`${file}.torn`);
      return [title, opened.ok || opened.error.kind, unchanged];
    });
    expect(found).toEqual(changes.map(([title]) => [title, 'damaged', true]));
  });
});

describe('readers', () => {
  it('read a torn history up to its last whole record, say so, and change nothing', async () => {
    const { before, after } = twoStates();
    const file = join(temporaryFolder(), 's1.xml');
    const torn = after.subarray(0, before.length + 50);
    writeFileSync(file, torn);
    const at = before.length - CLOSING_BYTES - 1;
    const expected = { record: SAMPLE.length + 1, at, bytes: torn.length - at };
    const read = await readHistory(file);
    expect(read).toMatchObject({ ok: true, torn: expected, fault: null });
    expect(read.ok && read.records.map(({ type }) => type)).toEqual(SAMPLE.map(({ type }) => type));
    expect(verifyHistory(file)).toMatchObject({ ok: true, records: SAMPLE.length, torn: expected, fault: null });
    expect(readFileSync(file).equals(torn)).toBe(true);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });
});
