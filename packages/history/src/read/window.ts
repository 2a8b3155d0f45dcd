/** A file a piece at a time, in memory that is bounded by the largest record in it. */
import { fstatSync, readSync } from 'node:fs';
import { type Scanned, scanRecord } from './scan.ts';

/** How much is read at a time. */
export const WINDOW_BYTES = 1 << 20;
/** A record that does not end within this is refused. */
export const RECORD_BYTES_MAX = 256 << 20;

/** Where a record does not end within what was read, so many times as much is read, and scanned from its start again. */
const GROWTH = 4;

const NEWLINE = 0x0a;

/** A file open for reading, and its name for messages. */
export type Source = { readonly file: string; readonly fd: number; readonly size: number };

/** A new buffer with the bytes from `position`, up to `length` or to the end of the file. */
export function readBytes(source: Source, position: number, length: number): Buffer {
  return readInto(Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, source.size - position))), source, position);
}

/** Fills the buffer with the bytes from `position`; gives as much of it as there was to read. */
export function readInto(buffer: Buffer, source: Source, position: number): Buffer {
  const bytes = buffer.subarray(0, Math.max(0, source.size - position));
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(source.fd, bytes, filled, bytes.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/** What of the file is looked at, and the place in it up to which it is understood. */
export class Window {
  /** The file as it was when it was looked at last. */
  source: Source;
  /** What was read from `#base` on. Never changed afterwards: pieces of it may be kept. */
  bytes: Buffer;
  /** The place, in `bytes`. */
  at = 0;
  #base = 0;

  constructor(source: Source) {
    this.source = source;
    this.bytes = readBytes(source, 0, WINDOW_BYTES);
  }

  /** The place, in the file. */
  get offset(): number {
    return this.#base + this.at;
  }

  moveTo(offset: number): void {
    this.at = offset - this.#base;
    if (this.at < 0 || this.at > this.bytes.length) this.#read(offset, WINDOW_BYTES);
  }

  /** Whether the file ends with these bytes from the place on. */
  endsWith(expected: Buffer): boolean {
    return this.offset + expected.length === this.source.size && this.rest()?.equals(expected) === true;
  }

  /** Whether more follows than one record can hold. */
  get isFarFromEnd(): boolean {
    return this.source.size - this.offset > RECORD_BYTES_MAX;
  }

  /** All from the place on; null where that is more than one record can hold. */
  rest(): Buffer | null {
    return this.isFarFromEnd ? null : readBytes(this.source, this.offset, RECORD_BYTES_MAX);
  }

  /** The record that stands at the place, behind one newline. Reads as much as it takes. */
  scan(): Scanned {
    for (;;) {
      const scanned = this.#scanned();
      if (scanned.found !== 'short') return scanned;
      const known = this.bytes.length - this.at;
      if (known >= RECORD_BYTES_MAX) return { found: 'broken', message: `it is larger than ${RECORD_BYTES_MAX} bytes` };
      if (this.offset + known >= this.source.size) return scanned;
      this.#read(this.offset, lengthAbove(known));
    }
  }

  /** Whether the file has become longer meanwhile: its writer is at work. From now on it is that long. */
  hasGrown(): boolean {
    const { size } = fstatSync(this.source.fd);
    if (size <= this.source.size) return false;
    this.source = { ...this.source, size };
    this.#read(this.offset, WINDOW_BYTES);
    return true;
  }

  #scanned(): Scanned {
    if (this.at === this.bytes.length) return { found: 'short' };
    if (this.bytes[this.at] !== NEWLINE) return { found: 'broken', message: 'one newline should stand before it' };
    return scanRecord(this.bytes, this.at + 1);
  }

  #read(offset: number, length: number): void {
    // Let go of before, so that not both are held.
    this.bytes = Buffer.alloc(0);
    this.bytes = readBytes(this.source, offset, length);
    this.#base = offset;
    this.at = 0;
  }
}

/** The smallest of the few lengths that are read that is more than is known. */
function lengthAbove(known: number): number {
  let length = WINDOW_BYTES;
  while (length <= known) length *= GROWTH;
  return Math.min(length, RECORD_BYTES_MAX);
}
