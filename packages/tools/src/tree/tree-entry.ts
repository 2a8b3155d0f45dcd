/** What stands at a path of a project: a file by its content, or a link by where it leads. Anything else is nothing. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import { hashOf } from '../file-version.ts';
import { TREE_BYTES_MAX } from './tree-limits.ts';

/** By which a file is known to be the one that it was, without reading it. */
export type Stamp = { readonly size: number; readonly changed: string; readonly mode: number };

export type TreeEntry =
  | ({ readonly kind: 'file'; readonly hash: string } & Stamp)
  | { readonly kind: 'link'; readonly target: string };

/** `bytes` of a file that had to be read. */
export type Looked = { readonly entry: TreeEntry; readonly bytes: Buffer | null };

const PERMISSIONS = 0o7777;
const NEVER_WAIT = constants.O_NONBLOCK ?? 0;

/**
 * A file that is too large to be kept is known by its stamp.
 * @param known what stood there when it was looked at last, and has not been read since if its stamp is the same
 */
export function entryAt(path: string, known: TreeEntry | null, isOld: (changedMs: number) => boolean): Looked | null {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stats) return null;
    if (stats.isSymbolicLink()) return { entry: { kind: 'link', target: readlinkSync(path) }, bytes: null };
    if (!stats.isFile()) return null;
    const stamp = {
      size: Number(stats.size),
      changed: `${stats.dev} ${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}`,
      mode: Number(stats.mode) & PERMISSIONS,
    };
    // One that was changed just before it was read may have been changed again in the same tick of the clock.
    const isKnown = known?.kind === 'file' && known.changed === stamp.changed && isOld(Number(stats.ctimeMs));
    if (isKnown) return { entry: { ...known, ...stamp }, bytes: null };
    if (stamp.size > TREE_BYTES_MAX)
      return { entry: { kind: 'file', hash: `unread ${stamp.changed}`, ...stamp }, bytes: null };
    const bytes = bytesOf(path, stamp.size);
    return bytes && { entry: { kind: 'file', hash: hashOf(bytes), ...stamp, size: bytes.length }, bytes };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Null where it is no regular file by now. */
function bytesOf(path: string, size: number): Buffer | null {
  const descriptor = openSync(path, constants.O_RDONLY | NEVER_WAIT | (constants.O_NOFOLLOW ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) return null;
    const bytes = Buffer.allocUnsafe(size);
    let length = 0;
    for (let read = -1; read !== 0 && length < size; length += read) {
      read = readSync(descriptor, bytes, length, size - length, length);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** What tells two of them apart; null for nothing. */
export function identityOf(entry: TreeEntry | null): string | null {
  if (entry === null) return null;
  return entry.kind === 'link' ? `link ${entry.target}` : `${entry.hash} ${entry.mode.toString(8)}`;
}
