/** Which version of a file it is. */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';

/** What is larger is not changed: a version of it could not be kept in passing. */
export const CHANGED_BYTES_MAX = 64 * 1024 * 1024;

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether a file is still the one that it was, as far as can be told without reading it. */
export function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}
