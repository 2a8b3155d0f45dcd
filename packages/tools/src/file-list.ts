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

export type FileList = {
  /** Absolute paths, in no order. */
  readonly paths: readonly string[];
  /** Whether there are more than were asked for. */
  readonly isCut: boolean;
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
  readonly signal: AbortSignal;
};

/** Rejects with the signal's reason. Folders that may not be read are passed over, and named. */
export async function listFiles(query: FileQuery): Promise<FileList> {
  const { folder, pattern, except = [], reach, pathsMax, signal } = query;
  const [{ default: fastGlob }, ignored] = await Promise.all([import('fast-glob'), ignoredPathsBelow(folder)]);
  const isPassedOver: IsPassedOver = (parent, name, isFolder) =>
    ignored.isIgnored(parent, name, isFolder) || (isFolder && reach.isProtected(join(parent, name)));
  const unreadable: string[] = [];
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
    fs: { readdir: readdirBelow(folder, isPassedOver, unreadable) as typeof readdir },
  });

  const paths: string[] = [];
  for await (const entry of stream as AsyncIterable<{ path: string; dirent: Dirent }>) {
    signal.throwIfAborted();
    if (entry.dirent.isDirectory() || !isBelow(folder, entry.path)) continue;
    // A folder that the glob names by itself was opened without having been come upon.
    if (reach.isProtected(dirname(entry.path)) || reach.isElsewhere(entry.path)) continue;
    if (paths.length === pathsMax) return { paths, isCut: true, unreadable };
    paths.push(entry.path);
  }
  return { paths, isCut: false, unreadable };
}

/** What the model should know of them: none, or one line. */
export function unreadableNotes(unreadable: readonly string[], folder: string): string[] {
  const [first, ...others] = [...unreadable].sort();
  if (first === undefined) return [];
  const more = others.length > 0 ? ` and ${others.length} more folders` : '';
  return [`not looked into, for lack of permission: ${shownPath(first, folder)}${more}`];
}

type IsPassedOver = (folder: string, name: string, isFolder: boolean) => boolean;
type Listed = (error: NodeJS.ErrnoException | null, entries?: Dirent[]) => void;

/** `readdir` as fast-glob calls it: without the entries that are passed over, and empty outside of `root`. */
function readdirBelow(
  root: string,
  isPassedOver: IsPassedOver,
  unreadable: string[],
): (folder: string, options: { withFileTypes: true }, done: Listed) => void {
  return (folder, options, done) => {
    if (folder !== root && !isBelow(root, folder)) return done(null, []);
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
