/** A file's bytes, without waiting: a pipe, or a device, is no file that git keeps. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const BYTES_MAX = 256 * 1024 ** 2;

/** Null where there is none; undefined where it is no plain file, is too large, or cannot be read. Never throws. */
export function readPlainFile(path: string, bytesMax = BYTES_MAX): Buffer | null | undefined {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    return found.isFile() && found.size <= bytesMax ? readFileSync(descriptor) : undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : undefined;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
