/** Copies a torn tail to a file beside before it is cut off: nothing that was ever written is thrown away. */
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../error.ts';
import { readBytes, type Source } from '../read/bytes.ts';
import type { Torn } from '../read/tail.ts';
import type { Disk } from './disk.ts';

/** What was cut off, and the copy of it; null where there was nothing to copy but a missing closing tag. */
export type TornTail = Torn & { readonly copy: string | null };

/** How many torn tails of one history are kept apart. */
const COPIES_MAX = 1000;

/** Copies the tail to `FILE.torn`, or the first free of `FILE.torn.2`, …, and waits until it is on the disk. Throws. */
export function keepTail(source: Source, torn: Torn, disk: Disk): TornTail {
  if (torn.bytes === 0) return { ...torn, copy: null };
  const bytes = readBytes(source, torn.at, torn.bytes);
  const { fd, copy } = newCopy(source.file);
  try {
    disk.write(fd, bytes, 0);
    disk.sync(fd);
  } finally {
    closeSync(fd);
  }
  disk.syncFolder(dirname(copy));
  return { ...torn, copy };
}

function newCopy(file: string): { readonly fd: number; readonly copy: string } {
  for (let number = 1; ; number++) {
    const copy = number === 1 ? `${file}.torn` : `${file}.torn.${number}`;
    try {
      return { fd: openSync(copy, 'wx', 0o600), copy };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || number >= COPIES_MAX) throw error;
    }
  }
}
