/**
 * Reads a file at once, for whoever cannot wait: only a regular one, opened without waiting, and only so many bytes. A project that
 * was handed over may hold a pipe, a device or a file without an end under any name.
 */
import { closeSync, constants, fstatSync, opendirSync, openSync, readSync } from 'node:fs';

/** What has become a pipe meanwhile is not waited for. Windows has no such flag. */
const NEVER_WAIT = constants.O_NONBLOCK ?? 0;
const ENTRIES_AT_ONCE = 256;

/** Throws the error of `node:fs`, or one that says what it is instead, or how large. */
export function readRegularFile(path: string, bytesMax: number): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | NEVER_WAIT);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error(`${path} is no regular file`);
    if (stats.size > bytesMax) throw new Error(`${path} has ${stats.size} bytes, and ${bytesMax} are read at most`);
    const bytes = Buffer.allocUnsafe(stats.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, length);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** The names in a folder; null where there are more. Throws the error of `node:fs`. */
export function namesIn(path: string, namesMax: number): readonly string[] | null {
  const folder = opendirSync(path, { bufferSize: ENTRIES_AT_ONCE });
  try {
    const names: string[] = [];
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (names.push(entry.name) > namesMax) return null;
    }
    return names;
  } finally {
    folder.closeSync();
  }
}
