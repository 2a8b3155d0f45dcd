/** Reads pieces of a file that lie near each other: one look into the file serves many of them. */
import { readBytes, type Source } from '../read/bytes.ts';

const PAGE_BYTES = 128 * 1024;

export class Page {
  #bytes: Buffer = Buffer.alloc(0);
  #offset = 0;

  /** They do not change; whoever keeps them keeps their page. */
  read(source: Source, offset: number, length: number): Buffer {
    if (offset < this.#offset || offset + length > this.#offset + this.#bytes.length) {
      this.#bytes = readBytes(source, offset, Math.max(PAGE_BYTES, length));
      this.#offset = offset;
    }
    return this.#bytes.subarray(offset - this.#offset, offset - this.#offset + length);
  }
}
