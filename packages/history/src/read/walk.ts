/**
 * Goes through a history record by record and checks the chain on its way, in memory that is bounded by the largest
 * record: the one loop behind reading, verifying, replaying and opening for more. It stops at the first record that is
 * not as it was written, and names it; or, where asked, goes on with the next one that is.
 */
import type { HistoryHead, RecordKind } from '@tagma/protocol';
import { type Failed, failedBySystem } from '../error.ts';
import type { Source } from './bytes.ts';
import { hashOf, textFault } from './chain.ts';
import { readHead } from './head.ts';
import { type Fault, type Found, Order } from './order.ts';
import type { ScannedRecord } from './scan.ts';
import { lastStart, nextStart } from './seek.ts';
import { ENDING, isTorn, type Torn } from './tail.ts';
import { Window } from './window.ts';

/** After so many faults the rest is not looked at. */
const FAULTS_MAX = 1_000;

export type WalkOptions = {
  /** The first record that is given. The chain is checked from there on, on trust of the hash that stands in the one before. */
  readonly from?: number;
  /** The last one. What follows is not looked at. */
  readonly to?: number;
  /** Whether to go on after a fault. */
  readonly goOn?: boolean;
};

/** A record that is in its place in the chain. */
export type WalkedRecord = {
  /** What the root element of its file says. */
  readonly head: HistoryHead;
  readonly n: number;
  readonly kind: RecordKind;
  /** Exactly as it stands in the file. Not changed afterwards: it may be kept. */
  readonly bytes: Buffer;
  /** Where that begins in the file. */
  readonly offset: number;
  readonly hash: string;
  /** What its hash starts with: the hash of the record before; of the first, all bytes before it. '' where that one could not be read. */
  readonly previous: string;
  /** The salts of its long texts, in order; null where the text has been taken out. */
  readonly salts: readonly (string | null)[];
};

export type Walked = {
  readonly ok: true;
  readonly head: HistoryHead;
  /** The number of the last record that is whole and in its place, its hash ('' if there is none), and the offset after it. */
  readonly records: number;
  readonly hash: string;
  readonly end: number;
  /** The bytes before the first record, its newline included. */
  readonly before: string;
  readonly torn: Torn | null;
  /** In the order of the records. */
  readonly faults: readonly Fault[];
  /** The first of them. */
  readonly fault: Fault | null;
};

/** Gives each record in order, until the end or the first fault, and then how far it came. */
export type Walking = Generator<WalkedRecord, Walked | Failed>;

export function* walk(source: Source, options: WalkOptions = {}): Walking {
  try {
    return yield* walkBytes(source, options);
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

function* walkBytes(source: Source, { from = 1, to = Number.MAX_SAFE_INTEGER, goOn = false }: WalkOptions): Walking {
  const window = new Window(source);
  const read = readHead(source.file, window.bytes);
  if (!read.ok) return read;
  const { head } = read;
  const before = `${window.bytes.toString('utf8', 0, read.bytes)}\n`;
  window.moveTo(read.bytes);
  const entry = from > 1 ? entryTo(window, from) : null;
  let last = entry ?? { n: 0, hash: '', end: window.offset };
  const order = new Order(last.n + 1, entry === null ? before : entry.hash, goOn);
  const stopped = (torn: Torn | null): Walked => {
    const faults = order.faults();
    const { n: records, hash, end } = last;
    return { ok: true, head, records, hash, end, before, torn, faults, fault: faults[0] ?? null };
  };
  while (order.next <= to) {
    if (window.endsWith(ENDING)) return stopped(null);
    const scanned = window.scan();
    if (scanned.found === 'record') {
      const place = { head, previous: last.n === scanned.n - 1 ? last.hash || before : '' };
      const record = walkedRecord(place, window, scanned);
      const isTaken = order.takes(foundIn(window, scanned));
      if (!isTaken && (!goOn || order.count >= FAULTS_MAX)) return stopped(null);
      window.at = scanned.end;
      if (!isTaken) continue;
      last = { n: record.n, hash: record.hash, end: window.offset };
      if (record.n >= from) yield record;
    } else {
      if (window.hasGrown()) continue;
      // Where what follows is too much to be a torn tail, and nobody goes on, it is not looked through.
      const next = goOn || !window.isFarFromEnd ? nextStart(window.source, window.offset + 1) : null;
      const tail = next === null ? window.rest() : null;
      if (tail !== null && isTorn(tail, order.next)) {
        return stopped({ record: order.next, at: window.offset, bytes: tail.length });
      }
      order.lose(window.offset, scanned.found === 'broken' ? scanned.message : 'it does not end where it should');
      if (next === null || !goOn || order.count >= FAULTS_MAX) return stopped(null);
      window.moveTo(next.at);
    }
  }
  return stopped(null);
}

/** Moves to right behind the last record before `from`, and gives that; null where none can be read. */
function entryTo(window: Window, from: number) {
  const first = window.offset;
  const start = lastStart(window.source, first, from - 1);
  if (start === null) return null;
  window.moveTo(start.at);
  const scanned = window.scan();
  if (scanned.found === 'record') {
    window.at = scanned.end;
    return { n: scanned.n, hash: scanned.hash, end: window.offset };
  }
  window.moveTo(first);
  return null;
}

function foundIn(window: Window, scanned: ScannedRecord): Found {
  const { bytes } = window;
  const start = window.at + 1;
  return {
    n: scanned.n,
    hash: scanned.hash,
    hashAfter: (previous, n) => hashOf(bytes, start, scanned, previous, n),
    fault: textFault(bytes, scanned),
    at: window.offset + 1,
  };
}

function walkedRecord(
  place: Pick<WalkedRecord, 'head' | 'previous'>,
  window: Window,
  scanned: ScannedRecord,
): WalkedRecord {
  const { n, kind, hash, longTexts, end } = scanned;
  const bytes = window.bytes.subarray(window.at + 1, end);
  const salts = longTexts.map((text) => text.salt);
  // Spelt out: to spread what is known of its place takes as long as all the rest of a walk's work on it.
  return { head: place.head, n, kind, bytes, offset: window.offset + 1, hash, previous: place.previous, salts };
}
