/** What the writer does to its file, as an object, so that a test can let it fail. */
import { closeSync, fdatasyncSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** Each throws what the system says; `write` only returns when all bytes are written. */
export type Disk = {
  /** How large the file is, in bytes, and how many names it has. */
  look(fd: number): { readonly size: number; readonly links: number };
  /** Writes all bytes, from this place in the file on. */
  write(fd: number, bytes: Uint8Array, offset: number): void;
  /** Waits until the bytes, and the length of the file, are on the disk. */
  sync(fd: number): void;
  /** Cuts the file to so many bytes. */
  truncate(fd: number, length: number): void;
  /** Makes the name of a new file in the folder last. */
  syncFolder(folder: string): void;
};

export const DISK: Disk = {
  look(fd) {
    const { size, nlink } = fstatSync(fd);
    return { size, links: nlink };
  },
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
