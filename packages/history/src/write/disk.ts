/** What the writer does to its file, as an object, so that a test can let it fail. */
import { closeSync, fdatasyncSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** Each throws what the system says; `write` only returns when all bytes are written. */
export type Disk = {
  write(fd: number, bytes: Uint8Array, offset: number): void;
  /** Waits until the bytes, and the length of the file, are on the disk. */
  sync(fd: number): void;
  truncate(fd: number, length: number): void;
  /** Makes the name of a new file in the folder last. */
  syncFolder(folder: string): void;
};

export const DISK: Disk = {
  write(fd, bytes, offset) {
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(fd, bytes, written, bytes.length - written, offset + written);
    }
  },
  sync: fdatasyncSync,
  truncate: ftruncateSync,
  syncFolder,
};

function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Where folders cannot be synced (Windows), the system sees to it itself.
  }
}
