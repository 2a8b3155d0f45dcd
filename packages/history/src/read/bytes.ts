/** Pieces of a file that is open for reading. */
import { readSync } from 'node:fs';

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
