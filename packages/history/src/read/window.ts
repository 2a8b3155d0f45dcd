/** A file a piece at a time, in memory that is bounded by the largest record in it. */
import { fstatSync } from 'node:fs';
import { readBytes, type Source } from './bytes.ts';
import { type Scanned, scanRecord } from './scan.ts';
import { nextStart } from './seek.ts';

/** How much is read at a time. Few records are larger; and what is dropped again at once V8 collects the sooner the smaller it is. */
export const WINDOW_BYTES = 256 * 1024;
/** A record that does not end within this is refused. */
export const RECORD_BYTES_MAX = 256 << 20;

const NEWLINE = 0x0a;

/** What of the file is looked at, and the place in it up to which it is understood. */
export class Window {
  /** The file as it was when it was looked at last. */
  source: Source;
  /** What was read from `#base` on. Never changed afterwards: pieces of it may be kept. */
  bytes: Buffer;
  /** The place, in `bytes`. */
  at = 0;
  #base = 0;
  readonly #recordBytesMax: number;

  constructor(source: Source, recordBytesMax = RECORD_BYTES_MAX) {
    this.source = source;
    this.#recordBytesMax = recordBytesMax;
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
    return this.source.size - this.offset > this.#recordBytesMax;
  }

  /** All from the place on; null where that is more than one record can hold. */
  rest(): Buffer | null {
    if (this.#knowsEnd) return this.bytes.subarray(this.at);
    return this.isFarFromEnd ? null : readBytes(this.source, this.offset, this.#recordBytesMax);
  }

  /**
   * The record that stands at the place, behind one newline. Reads as much as it takes: where that is more than a window, up
   * to where the next one begins, so that what does not end is never read farther, and what is too large not at all.
   */
  scan(): Scanned {
    const scanned = this.#scanned();
    if (scanned.found !== 'short' || this.#knowsEnd) return scanned;
    if (this.bytes.length - this.at < WINDOW_BYTES) {
      this.#read(this.offset, WINDOW_BYTES);
      return this.scan();
    }
    const next = nextStart(
      this.source,
      this.offset + 1,
      Math.min(this.source.size, this.offset + this.#recordBytesMax),
    );
    if (next === null && this.isFarFromEnd) {
      return { found: 'broken', message: `it is larger than ${this.#recordBytesMax} bytes` };
    }
    this.#read(this.offset, (next?.at ?? this.source.size) - this.offset);
    const read = this.#scanned();
    if (read.found !== 'short' || next === null) return read;
    return { found: 'broken', message: 'it does not end before the next one begins' };
  }

  /** Whether the file has become longer meanwhile: its writer is at work. From now on it is that long. */
  hasGrown(): boolean {
    const { size } = fstatSync(this.source.fd);
    if (size <= this.source.size) return false;
    this.source = { ...this.source, size };
    this.#read(this.offset, WINDOW_BYTES);
    return true;
  }

  /** Whether all to the end of the file was read. */
  get #knowsEnd(): boolean {
    return this.#base + this.bytes.length >= this.source.size;
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
