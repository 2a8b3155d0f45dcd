/** Paths as they are on the disk. */
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';

/** The path without links, or null where nothing is there (or nobody may look). */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** What is at a path, a link itself and not what it leads to; null where nothing is. */
export function entryAt(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // Below a file there is nothing.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Whether a path is this folder or lies in it. Both without links and without a slash at the end. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : folder + sep);
}
