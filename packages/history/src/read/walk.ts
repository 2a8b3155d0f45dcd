/**
 * Goes through a history record by record and checks the chain on its way, in memory that is bounded by the largest
 * record: the one loop behind reading, verifying, replaying and opening for more. It stops at the first record that is
 * not as it was written, and names it.
 */
import { readSync } from 'node:fs';
import type { HistoryHead, RecordKind } from '@tagma/protocol';
import { type Failed, failedBySystem } from '../error.ts';
import { sha256OfAll } from '../sha256.ts';
import { HEAD_BYTES_MAX, readHead } from './head.ts';
import { type ScannedRecord, scanRecord } from './scan.ts';
import { ENDING, isTorn, type Torn } from './tail.ts';

/** How much is read at a time. */
const WINDOW_BYTES = 1 << 20;
/** A record that does not end within this is refused. */
export const RECORD_BYTES_MAX = 256 << 20;

/** A record that is in its place in the chain. */
export type WalkedRecord = {
  /** What the root element of its file says. */
  readonly head: HistoryHead;
  readonly n: number;
  readonly kind: RecordKind;
  /** Exactly as it stands in the file. Not changed afterwards: it may be kept. */
  readonly bytes: Buffer;
  readonly hash: string;
  /** What its hash starts with: the hash of the record before; of the first, all bytes before it. */
  readonly previous: string;
  /** The salts of its long texts, in order; null where the text has been taken out. */
  readonly salts: readonly (string | null)[];
};

/** The first record that is not as it was written, and in what way. */
export type Fault = { readonly record: number; readonly message: string };

export type Walked = {
  readonly ok: true;
  readonly head: HistoryHead;
  /** Whole records in their place, the hash of the last ('' if there is none), and the offset after it. */
  readonly records: number;
  readonly hash: string;
  readonly end: number;
  /** The bytes before the first record, its newline included. */
  readonly before: string;
  readonly torn: Torn | null;
  readonly fault: Fault | null;
};

/** A file open for reading, and its name for messages. */
export type Source = { readonly file: string; readonly fd: number; readonly size: number };

/** Gives each record in order, until the end or the first fault, and then how far it came. */
export type Walking = Generator<WalkedRecord, Walked | Failed>;

export function* walk(source: Source): Walking {
  try {
    return yield* walkBytes(source);
  } catch (error) {
    return failedBySystem(source.file, 'read the history', error);
  }
}

/** Goes on to the end, for what is said there. */
export function walkOn(walking: Walking): Walked | Failed {
  for (;;) {
    const next = walking.next();
    if (next.done) return next.value;
  }
}

function* walkBytes(source: Source): Walking {
  let base = 0;
  let bytes = readBytes(source, 0, Math.max(WINDOW_BYTES, HEAD_BYTES_MAX));
  const head = readHead(source.file, bytes);
  if (!head.ok) return head;
  const before = `${bytes.toString('utf8', 0, head.bytes)}\n`;
  let at = head.bytes;
  let records = 0;
  let previous = before;
  const stopped = (torn: Torn | null, message: string | null): Walked => {
    const fault = message === null ? null : { record: records + 1, message };
    return {
      ok: true,
      head: head.head,
      records,
      hash: records === 0 ? '' : previous,
      end: base + at,
      before,
      torn,
      fault,
    };
  };
  for (;;) {
    if (base + at + ENDING.length === source.size && bytes.subarray(at).equals(ENDING)) return stopped(null, null);
    const scanned = scanAfterNewline(bytes, at);
    if (scanned.found === 'record') {
      const message = faultOf(bytes, at + 1, scanned, records + 1, previous);
      if (message !== null) return stopped(null, message);
      const record = walkedRecord({ head: head.head, previous }, bytes, at + 1, scanned);
      records = record.n;
      previous = record.hash;
      at = scanned.end;
      yield record;
    } else if (scanned.found === 'short' && base + bytes.length < source.size) {
      if (bytes.length - at > RECORD_BYTES_MAX) return stopped(null, `it is larger than ${RECORD_BYTES_MAX} bytes`);
      base += at;
      bytes = readBytes(source, base, Math.max(WINDOW_BYTES, 2 * (bytes.length - at)));
      at = 0;
    } else {
      const tail = tailOf(source, base + at);
      if (tail !== null && isTorn(tail, records + 1)) {
        return stopped({ record: records + 1, at: base + at, bytes: tail.length }, null);
      }
      return stopped(null, scanned.found === 'broken' ? scanned.message : 'it does not end where it should');
    }
  }
}

function scanAfterNewline(bytes: Buffer, at: number): ReturnType<typeof scanRecord> {
  if (at === bytes.length) return { found: 'short' };
  if (bytes[at] !== ENDING[0]) return { found: 'broken', message: 'one newline should stand before it' };
  return scanRecord(bytes, at + 1);
}

/** Why the record at `start` is not the one that was written here, or null. */
function faultOf(bytes: Buffer, start: number, scanned: ScannedRecord, n: number, previous: string): string | null {
  if (scanned.n !== n) return `record ${scanned.n} stands where record ${n} should: one was removed, added or moved`;
  const kept: (string | Buffer)[] = [previous];
  let from = start;
  const keepUntil = (cutStart: number, cutEnd: number): void => {
    kept.push(bytes.subarray(from, cutStart));
    from = cutEnd;
  };
  keepUntil(scanned.hashStart, scanned.hashEnd);
  for (const text of scanned.longTexts) {
    const content = bytes.subarray(text.contentStart, text.contentEnd);
    if (text.salt === null && content.length > 0) return 'a text stands where one has been taken out';
    if (text.salt !== null && sha256OfAll([text.salt, content]) !== text.sha256) {
      return 'a long text in it does not have the hash that was written with it';
    }
    keepUntil(text.saltStart, text.saltEnd);
    keepUntil(text.contentStart, text.contentEnd);
  }
  keepUntil(scanned.end, scanned.end);
  if (sha256OfAll(kept) === scanned.hash) return null;
  return 'it, or what stands before it, does not have the hash that was written with it';
}

function walkedRecord(
  place: Pick<WalkedRecord, 'head' | 'previous'>,
  bytes: Buffer,
  start: number,
  scanned: ScannedRecord,
): WalkedRecord {
  const { n, kind, hash, longTexts, end } = scanned;
  return { ...place, n, kind, bytes: bytes.subarray(start, end), hash, salts: longTexts.map((text) => text.salt) };
}

/** All that follows the last whole record; null where it is too long to be what one write left. */
function tailOf(source: Source, at: number): Buffer | null {
  return source.size - at > RECORD_BYTES_MAX ? null : readBytes(source, at, source.size - at);
}

/** A new buffer with the bytes from `position`, up to `length` or to the end of the file. */
export function readBytes(source: Source, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, source.size - position)));
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(source.fd, bytes, filled, bytes.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
