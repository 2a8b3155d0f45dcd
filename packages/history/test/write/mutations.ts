/** Histories that something has happened to, and what must hold of each: it opens or is refused, and no byte of it is lost. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Roll } from '../../../../test/chance.ts';
import { readHistory, verifyHistory } from '../../src/read/reader.ts';
import { DISK, type Disk } from '../../src/write/disk.ts';
import { openHistory } from '../../src/write/writer.ts';

/** Without waiting for the disk: thousands of files are opened here. */
const QUICK: Disk = { ...DISK, sync: () => {}, syncFolder: () => {} };
const RECORD = /\n<(?:event|state|effect|note) n="/g;
const HEAD_BYTES = 80;

type Mutate = (bytes: Buffer, roll: Roll) => Buffer;

export const MUTATIONS: { readonly [what: string]: Mutate } = {
  truncated: (bytes, roll) => bytes.subarray(0, roll(bytes.length)),
  'zeros at the end': (bytes, roll) =>
    Buffer.concat([bytes.subarray(0, roll(bytes.length)), Buffer.alloc(roll(5_000))]),
  'flipped bits': (bytes, roll) => flipped(bytes, roll, bytes.length),
  'a bad head': (bytes, roll) => flipped(bytes, roll, HEAD_BYTES),
  'a doubled record': (bytes, roll) =>
    withRecords(bytes, (records) => records.toSpliced(roll(records.length), 0, some(records, roll))),
  'a removed record': (bytes, roll) => withRecords(bytes, (records) => records.toSpliced(roll(records.length), 1)),
  'two in each other’s place': (bytes, roll) =>
    withRecords(bytes, (records) => {
      const at = roll(records.length - 1);
      return records.toSpliced(at, 2, records[at + 1] ?? '', records[at] ?? '');
    }),
  'something put in': (bytes, roll) => {
    const at = roll(bytes.length);
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from('<event n="9"/>\n\0&'.slice(roll(15))),
      bytes.subarray(at),
    ]);
  },
  'something behind': (bytes, roll) => Buffer.concat([bytes, bytes.subarray(roll(bytes.length))]),
};

function flipped(bytes: Buffer, roll: Roll, within: number): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = 1 + roll(8); times > 0; times--) {
    const at = roll(within);
    copy[at] = (copy[at] ?? 0) ^ (1 << roll(8));
  }
  return copy;
}

function withRecords(bytes: Buffer, change: (records: string[]) => readonly string[]): Buffer {
  const text = bytes.toString('latin1');
  const starts = [...text.matchAll(RECORD)].map(({ index }) => index);
  const end = text.lastIndexOf('\n</history>');
  const records = starts.map((start, index) => text.slice(start, starts[index + 1] ?? end));
  return Buffer.from(text.slice(0, starts[0]) + change(records).join('') + text.slice(end), 'latin1');
}

function some(records: readonly string[], roll: Roll): string {
  return records[roll(records.length)] ?? '';
}

/** What became of such a file. `problem`: what should not be; null where all is well. */
export type Met = { readonly became: 'opened' | 'torn' | 'refused'; readonly problem: string | null };

export async function meet(file: string, bytes: Buffer): Promise<Met> {
  writeFileSync(file, bytes);
  rmSync(`${file}.torn`, { force: true });
  const found = [verifyHistory(file), verifyHistory(file, { goOn: true }), await readHistory(file)];
  if (!readFileSync(file).equals(bytes)) return { became: 'refused', problem: 'a reader has changed it' };
  const opened = openHistory(file, QUICK);
  const now = readFileSync(file);
  if (!opened.ok) {
    const { message } = opened.error;
    const problem = !now.equals(bytes) || existsSync(`${file}.torn`) ? 'it was refused, and changed' : null;
    return { became: 'refused', problem: message.length > file.length + 10 ? problem : 'no reason is given' };
  }
  opened.history.close();
  const { torn } = opened;
  if (torn === null) return { became: 'opened', problem: now.equals(bytes) ? null : 'it was opened, and changed' };
  const kept = Buffer.concat([
    now.subarray(0, torn.at),
    torn.copy === null ? Buffer.alloc(0) : readFileSync(torn.copy),
  ]);
  const isSaid = found.every((one) => one.ok && one.torn !== null);
  return {
    became: 'torn',
    problem: !kept.equals(bytes) ? 'bytes are lost' : isSaid ? null : 'a reader did not say that it is torn',
  };
}
