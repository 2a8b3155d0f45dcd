/**
 * The files below a folder that match a glob, walked by fast-glob with what git ignores left out as it goes: an ignored
 * folder is never opened. Hidden files count; links are listed, never followed, so that a circle of them does no harm.
 * Nothing beyond the reach of the call is looked at, whatever the glob says: see `reach.ts`.
 */
import { type Dirent, readdir } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { ignoredPathsBelow } from './gitignore.ts';
import { shownPath } from './paths.ts';
import type { Reach } from './reach.ts';

const LIST_MS_MAX = 30_000;

export type FileList = {
  /** Absolute paths, in no order. */
  readonly paths: readonly string[];
  /** Whether there are more than were asked for. */
  readonly isCut: boolean;
  /** Whether the time was up before all was looked at. */
  readonly isLate: boolean;
  /** Folders that may not be read, absolute. */
  readonly unreadable: readonly string[];
};

export type FileQuery = {
  /** The absolute folder to look below. */
  readonly folder: string;
  /** A glob relative to it; without a slash it is compared with names at any depth. */
  readonly pattern: string;
  /** Globs of what to leave out. */
  readonly except?: readonly string[];
  /** Folders that are protected are not opened; a protected file is listed, for its name says nothing. */
  readonly reach: Reach;
  readonly pathsMax: number;
  /** For the whole walk; `LIST_MS_MAX` where it is left out. */
  readonly timeMs?: number;
  readonly signal: AbortSignal;
};

/** Rejects with the signal's reason. Folders that may not be read are passed over, and named. */
export async function listFiles(query: FileQuery): Promise<FileList> {
  const { folder, pattern, except = [], reach, pathsMax, timeMs = LIST_MS_MAX, signal } = query;
  const [{ default: fastGlob }, ignored] = await Promise.all([import('fast-glob'), ignoredPathsBelow(folder)]);
  const isPassedOver: IsPassedOver = (parent, name, isFolder) =>
    ignored.isIgnored(parent, name, isFolder) || (isFolder && reach.isProtected(join(parent, name)));
  const unreadable: string[] = [];
  const deadline = performance.now() + timeMs;
  let isLate = false;
  const isOver = () => {
    isLate ||= performance.now() > deadline;
    return isLate || signal.aborted;
  };
  const stream = fastGlob.stream(pattern, {
    cwd: folder,
    ignore: [...except],
    absolute: true,
    dot: true,
    baseNameMatch: true,
    followSymbolicLinks: false,
    onlyFiles: false,
    objectMode: true,
    suppressErrors: true,
    fs: { readdir: readdirBelow(folder, isPassedOver, isOver, unreadable) as typeof readdir },
  });

  const paths: string[] = [];
  for await (const entry of stream as AsyncIterable<{ path: string; dirent: Dirent }>) {
    signal.throwIfAborted();
    if (entry.dirent.isDirectory() || !isBelow(folder, entry.path)) continue;
    // A folder that the glob names by itself was opened without having been come upon.
    if (reach.isProtected(dirname(entry.path)) || reach.isElsewhere(entry.path)) continue;
    if (paths.length === pathsMax) return { paths, isCut: true, isLate, unreadable };
    paths.push(entry.path);
  }
  signal.throwIfAborted();
  return { paths, isCut: false, isLate, unreadable };
}

/** What the model should know of how it went, one line each. */
export function listNotes({ isLate, unreadable }: FileList, folder: string): string[] {
  const notes: string[] = [];
  if (isLate) notes.push('the time was up before all folders were looked into; use a narrower path');
  const [first, ...others] = [...unreadable].sort();
  if (first === undefined) return notes;
  const more = others.length > 0 ? ` and ${others.length} more folders` : '';
  return [...notes, `not looked into, for lack of permission: ${shownPath(first, folder)}${more}`];
}

type IsPassedOver = (folder: string, name: string, isFolder: boolean) => boolean;
type Listed = (error: NodeJS.ErrnoException | null, entries?: Dirent[]) => void;

/**
 * `readdir` as fast-glob calls it: without the entries that are passed over, and empty outside of `root`, and where the
 * walk is to end: what it has still in hand is gone through at once then.
 */
function readdirBelow(
  root: string,
  isPassedOver: IsPassedOver,
  isOver: () => boolean,
  unreadable: string[],
): (folder: string, options: { withFileTypes: true }, done: Listed) => void {
  return (folder, options, done) => {
    if (isOver() || (folder !== root && !isBelow(root, folder))) return done(null, []);
    readdir(folder, options, (error, entries) => {
      if (error?.code === 'EACCES' || error?.code === 'EPERM') unreadable.push(folder);
      if (error) done(error);
      else
        done(
          null,
          entries.filter((entry) => !isPassedOver(folder, entry.name, entry.isDirectory())),
        );
    });
  };
}

function isBelow(folder: string, path: string): boolean {
  const start = folder.endsWith(sep) ? folder : `${folder}${sep}`;
  return resolve(path).startsWith(start);
}
