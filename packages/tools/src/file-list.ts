/**
 * The files below a folder that match a glob, walked by fast-glob with what git ignores left out as it goes: an ignored
 * folder is never opened. Hidden files count; links are listed, never followed, so that a circle of them does no harm.
 * Nothing outside of the folder is looked at, whatever the glob says: only the folder was judged by the permission.
 */
import { type Dirent, readdir } from 'node:fs';
import { resolve, sep } from 'node:path';
import { ignoredPathsBelow } from './gitignore.ts';

export type FileList = {
  /** Absolute paths, in no order. */
  readonly paths: readonly string[];
  /** Whether there are more than were asked for. */
  readonly isCut: boolean;
};

export type FileQuery = {
  /** The absolute folder to look below. */
  readonly folder: string;
  /** A glob relative to it; without a slash it is compared with names at any depth. */
  readonly pattern: string;
  /** Globs of what to leave out. */
  readonly except?: readonly string[];
  readonly pathsMax: number;
  readonly signal: AbortSignal;
};

/** Rejects with the signal's reason. Folders that may not be read are passed over. */
export async function listFiles({ folder, pattern, except = [], pathsMax, signal }: FileQuery): Promise<FileList> {
  const [{ default: fastGlob }, ignored] = await Promise.all([import('fast-glob'), ignoredPathsBelow(folder)]);
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
    fs: { readdir: readdirBelow(folder, ignored.isIgnored) as typeof readdir },
  });

  const paths: string[] = [];
  for await (const entry of stream as AsyncIterable<{ path: string; dirent: Dirent }>) {
    signal.throwIfAborted();
    if (entry.dirent.isDirectory() || !isBelow(folder, entry.path)) continue;
    if (paths.length === pathsMax) return { paths, isCut: true };
    paths.push(entry.path);
  }
  return { paths, isCut: false };
}

type IsIgnored = (folder: string, name: string, isFolder: boolean) => boolean;
type Listed = (error: NodeJS.ErrnoException | null, entries?: Dirent[]) => void;

/** `readdir` as fast-glob calls it: without the entries that are ignored, and empty outside of `root`. */
function readdirBelow(
  root: string,
  isIgnored: IsIgnored,
): (folder: string, options: { withFileTypes: true }, done: Listed) => void {
  return (folder, options, done) => {
    if (folder !== root && !isBelow(root, folder)) return done(null, []);
    readdir(folder, options, (error, entries) => {
      if (error) done(error);
      else
        done(
          null,
          entries.filter((entry) => !isIgnored(folder, entry.name, entry.isDirectory())),
        );
    });
  };
}

function isBelow(folder: string, path: string): boolean {
  const start = folder.endsWith(sep) ? folder : `${folder}${sep}`;
  return resolve(path).startsWith(start);
}
