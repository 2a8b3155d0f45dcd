/**
 * Goes through the records of a history without checking the chain and without parsing: it finds where each begins, for no
 * text ever holds such a line, and reads its opening tag. For whoever counts records, or looks for a few among many.
 * Cost: one search over the bytes, in memory that is bounded by the largest record. Of a file in which too much is wrong, or
 * a record is too large, the rest is not looked at.
 */
import { closeSync } from 'node:fs';
import { type HistoryHead, RECORD_KINDS, type RecordKind } from '@tagma/protocol';
import { type Failed, failedBySystem } from '../error.ts';
import { readBytes, type Source } from './bytes.ts';
import { HEAD_BYTES_MAX, readHead } from './head.ts';
import type { Fault } from './order.ts';
import { scanRecord } from './scan.ts';
import { nextStart } from './seek.ts';
import { openSource } from './source.ts';
import { ENDING, isTorn, type Torn } from './tail.ts';
import { RECORD_BYTES_MAX, WINDOW_BYTES } from './window.ts';

const LINE_START = Buffer.from('\n<');
const SLASH = 0x2f;
/** The newline and what follows it, as far as it tells a record from other lines. */
const STARTS = RECORD_KINDS.map((kind) => Buffer.from(`\n<${kind} n="`));
const START_BYTES_MAX = 16;
/** After so many records that stand in the wrong place, or are none, the rest is not looked at. */
const FAULTS_MAX = 1_000;
/** What of an opening tag tells number and type stands within this. */
const OPENING_BYTES_MAX = 256;
const OPENING = /^<(event|state|effect|note) n="([1-9][0-9]{0,14})" (?:type|value)="([^"]*)" at="([^"]*)"/;

/** A record as it stands in the file. Nothing in it has been checked. */
export type SkimmedRecord = {
  readonly kind: RecordKind;
  readonly n: number;
  /** As `HistoryRecord` has it. */
  readonly type: string;
  /** As it stands there, in ISO 8601. */
  readonly at: string;
  readonly bytes: Buffer;
};

export type Skimmed = {
  readonly ok: true;
  readonly head: HistoryHead;
  /** The number of the last record; 0 where there is none. */
  readonly records: number;
  readonly torn: Torn | null;
  /** The first record that is missing, stands in another's place, or does not end. Other changes only the chain shows. */
  readonly fault: Pick<Fault, 'record' | 'message'> | null;
};

/** Gives each record in order, those after a fault too, and then what there is to say of the file. */
export type Skimming = Generator<SkimmedRecord, Skimmed | Failed>;

/** Opens `file`, goes through it, and closes it again when that is over, or given up (`return`). */
export function* skimFile(file: string, recordBytesMax = RECORD_BYTES_MAX): Skimming {
  const source = openSource(file, 'r');
  if (!source.ok) return source;
  try {
    return yield* new Skim(source, recordBytesMax).records();
  } catch (error) {
    return failedBySystem(file, 'read the history', error);
  } finally {
    closeSync(source.fd);
  }
}

class Skim {
  readonly #source: Source;
  /** A window of the file, and where it begins there. */
  #bytes: Buffer;
  #base = 0;
  #last = 0;
  #fault: Skimmed['fault'] = null;
  #faults = 0;
  readonly #recordBytesMax: number;

  constructor(source: Source, recordBytesMax: number) {
    this.#source = source;
    this.#recordBytesMax = recordBytesMax;
    this.#bytes = readBytes(source, 0, Math.max(WINDOW_BYTES, HEAD_BYTES_MAX));
  }

  *records(): Skimming {
    const read = readHead(this.#source.file, this.#bytes);
    if (!read.ok) return read;
    const { head } = read;
    // The newline before the record that is looked at, and from where the next one is looked for.
    let at = read.bytes;
    let searched = this.#isStart(at) ? at + 1 : at;
    const stopped = (torn: Torn | null): Skimmed => ({ ok: true, head, records: this.#last, torn, fault: this.#fault });
    while (this.#faults < FAULTS_MAX) {
      const next = this.#nextStart(searched);
      if (next !== -1) {
        if (next > at) yield* this.#record(at + 1, next);
        at = next;
        searched = next + 1;
      } else if (this.#hasMore()) {
        const kept = this.#bytes.length - at;
        const length = kept < WINDOW_BYTES ? WINDOW_BYTES : this.#lengthOfRecord(this.#base + at);
        if (length === null) {
          this.#blame(`it is larger than ${this.#recordBytesMax} bytes`);
          return stopped(null);
        }
        this.#refill(at, length);
        searched = Math.max(1, kept - START_BYTES_MAX);
        at = 0;
      } else {
        return stopped(yield* this.#lastRecord(at));
      }
    }
    return stopped(null);
  }

  /** Of a large record at that offset, with the beginning of the next one; null where it is too large to be read. */
  #lengthOfRecord(offset: number): number | null {
    const { size } = this.#source;
    const next = nextStart(this.#source, offset + 1, Math.min(size, offset + this.#recordBytesMax));
    if (next === null) return size - offset > this.#recordBytesMax ? null : size - offset;
    return next.at - offset + START_BYTES_MAX;
  }

  #hasMore(): boolean {
    return this.#base + this.#bytes.length < this.#source.size;
  }

  #refill(from: number, length: number): void {
    this.#base += from;
    // Let go of before, so that not both are held.
    this.#bytes = Buffer.alloc(0);
    this.#bytes = readBytes(this.#source, this.#base, length);
  }

  /** The newline before the next record; -1 where none begins in the window. */
  #nextStart(from: number): number {
    let at = this.#bytes.indexOf(LINE_START, from);
    while (at !== -1 && !this.#isStart(at)) at = this.#bytes.indexOf(LINE_START, at + 1);
    return at;
  }

  #isStart(at: number): boolean {
    // Most lines that begin with a tag close one.
    if (this.#bytes[at + LINE_START.length] === SLASH) return false;
    return STARTS.some((start) => this.#bytes.subarray(at, at + start.length).equals(start));
  }

  /** The record that stands there; what is none is a fault, and passed over. */
  *#record(start: number, end: number): Generator<SkimmedRecord, void> {
    const opening = this.#bytes.toString('latin1', start, Math.min(end, start + OPENING_BYTES_MAX));
    const [, kind, number, type = '', at = ''] = OPENING.exec(opening) ?? [];
    if (kind === undefined) {
      this.#blame('its opening tag is not in the form that is written');
      return;
    }
    const n = Number(number);
    if (n !== this.#last + 1) this.#blame(`record ${n} stands in its place`);
    this.#last = n;
    yield { kind: kind as RecordKind, n, type, at, bytes: this.#bytes.subarray(start, end) };
  }

  /** The last record, if it is whole; and what stands behind it. */
  *#lastRecord(at: number): Generator<SkimmedRecord, Torn | null> {
    const scanned = this.#isStart(at) ? scanRecord(this.#bytes, at + 1) : null;
    const end = scanned?.found === 'record' ? scanned.end : at;
    if (end > at) yield* this.#record(at + 1, end);
    const tail = this.#bytes.subarray(end);
    if (tail.equals(ENDING)) return null;
    if (isTorn(tail, this.#last + 1)) {
      return { record: this.#last + 1, at: this.#base + end, bytes: tail.length };
    }
    this.#blame(scanned?.found === 'broken' ? scanned.message : 'the file does not end where it should');
    return null;
  }

  /** Only the first fault counts. */
  #blame(message: string): void {
    this.#faults += 1;
    this.#fault ??= { record: this.#last + 1, message };
  }
}
