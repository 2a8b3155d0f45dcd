/** Which version of a file it is. */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';

/** What is larger is not changed: a version of it could not be kept in passing. */
export const CHANGED_BYTES_MAX = 64 * 1024 * 1024;

/** A content that is asked about again is not read again. */
const known = new WeakMap<Buffer, string>();

/** Of bytes that nobody changes any more. */
export function hashOf(bytes: Buffer): string {
  const hash = known.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  known.set(bytes, hash);
  return hash;
}

/** Whether a file is still the one that it was, as far as can be told without reading it. */
export function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}
