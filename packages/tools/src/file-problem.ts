/**
 * What the file system refuses, told to the model: what happened, and what to do next. A missing path is answered with
 * names that are like it, for most missing files are misspelt ones.
 */
import { readlinkSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nearestNames } from '@tagma/protocol';
import { shownName, shownPath } from './paths.ts';
import { namesIn } from './regular-file.ts';

const SIMILAR_NAMES_MAX = 3;
/** A folder of more is not looked through for them. */
const NAMES_MAX = 20_000;

/** The sentence for an error of `node:fs`; others are thrown again. `path` is absolute. */
export function fileProblem(error: unknown, path: string, folder: string): string {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
  const shown = shownPath(path, folder);
  switch (error.code) {
    case 'ENOENT':
      return missing(path, folder);
    case 'EACCES':
    case 'EPERM':
      return `No permission: ${shown} (${error.code}). The user that runs this may not open it that way.`;
    case 'EISDIR':
      return `${shown} is a directory, not a file. Use ls to see what is in it.`;
    case 'ENOTDIR':
      return `Not a directory: a part of ${shown} is a file, so nothing can be below it (ENOTDIR).`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `No space is left on the device for ${shown} (${error.code}). Nothing was changed.`;
    case 'EROFS':
      return `${shown} is on a read-only file system (EROFS). Nothing was changed.`;
    case 'ELOOP':
      return `${shown} is a symbolic link that leads round in a circle (ELOOP).`;
    case 'ENAMETOOLONG':
      return `The path is too long for the file system (ENAMETOOLONG): ${shown}`;
    default:
      return `${shown}: ${error.message}`;
  }
}

/** `File not found: …`, with what is there instead. */
function missing(path: string, folder: string): string {
  const start = `File not found: ${shownPath(path, folder)}.`;
  const link = linkAt(path);
  if (link !== null) return `${start} It is a symbolic link to ${shownName(link)}, where there is nothing.`;
  const parent = dirname(path);
  if (!isFolder(parent)) {
    const exists = nearestExisting(parent);
    return `${start} There is no folder ${shownPath(parent, folder)} either; the nearest one that exists is ${shownPath(exists, folder)}.`;
  }
  const similar = nearestNames(basename(path), names(parent), SIMILAR_NAMES_MAX);
  if (similar.length === 0)
    return `${start} Nothing in ${shownPath(parent, folder)} has a similar name; ls or glob show what there is.`;
  return `${start} Similar names there: ${similar.map((name) => shownPath(join(parent, name), folder)).join(', ')}`;
}

/** What the link at this path says; null where there is no link. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function nearestExisting(path: string): string {
  const parent = dirname(path);
  return isFolder(parent) || parent === path ? parent : nearestExisting(parent);
}

function names(folder: string): readonly string[] {
  try {
    return namesIn(folder, NAMES_MAX) ?? [];
  } catch {
    return [];
  }
}
