/**
 * What stands in a file, by a mark: a hash of its content and where it really lies. A file is read again only where it has
 * changed by all that the file system tells of it (device, inode, size, times of change to the nanosecond).
 */
import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';

/** A larger file is known by its size and when it was changed. */
const BYTES_MAX = 4 * 1024 * 1024;
/** Of one that is larger nobody reads what it names. */
const TEXT_BYTES_MAX = 1024 * 1024;
/** So many files are known at a time. */
const KNOWN_MAX = 2_000;
/** Whoever changes a file twice in so short a time may leave its times as they were. */
const FRESH_NS = 2_000_000_000n;

export type Content = {
  /** The same for the same content at the same real path, and for nothing else. */
  readonly mark: string;
  readonly bytes: Buffer | null;
  /** Whether somebody may run it. */
  readonly isExecutable: boolean;
  readonly realPath: string;
};

type Known = { readonly identity: string; readonly content: Content };

const known = new Map<string, Known>();

/** A regular file's content; null for all else, and for what cannot be read. A pipe is not waited for. */
export function contentOf(path: string): Content | null {
  let descriptor: number | null = null;
  try {
    const before = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!before?.isFile()) return null;
    const realPath = realpathSync.native(path);
    const held = known.get(path);
    if (held?.identity === identityOf(before, realPath)) return held.content;
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = fstatSync(descriptor, { bigint: true });
    if (!found.isFile()) return null;
    const bytes = found.size > BYTES_MAX ? null : readAll(descriptor, Number(found.size));
    const hash = bytes === null ? lookOf(found) : createHash('sha256').update(bytes).digest('hex');
    const content = { mark: `${hash} ${realPath}`, bytes, isExecutable: (found.mode & 0o111n) !== 0n, realPath };
    keep(path, found, realPath, content);
    return content;
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Null for what is too large to be looked through. */
export function textOf({ bytes }: Content): string | null {
  return bytes === null || bytes.length > TEXT_BYTES_MAX ? null : bytes.toString('utf8');
}

function keep(path: string, found: BigIntStats, realPath: string, content: Content): void {
  const age = BigInt(Date.now()) * 1_000_000n - found.ctimeNs;
  if (age < FRESH_NS) return;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(path, { identity: identityOf(found, realPath), content });
}

function identityOf({ dev, ino, size, mtimeNs, ctimeNs, mode }: BigIntStats, realPath: string): string {
  return [dev, ino, size, mtimeNs, ctimeNs, mode, realPath].join(' ');
}

function lookOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** All of it, also where it grows meanwhile: up to one byte more than is taken. */
function readAll(descriptor: number, size: number): Buffer {
  const bytes = Buffer.alloc(Math.min(size, BYTES_MAX) + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0) return bytes.subarray(0, length);
    if (length === bytes.length) throw new Error('it grows while it is read');
  }
}
