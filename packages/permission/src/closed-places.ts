/** Which files and folders are closed to all calls, and by what the file system knows them. */
import { lookBehind } from './disk.ts';

/** A closed file or folder: where it lies, and which one it is for the file system; null where it is not there. */
export type Closed = { readonly path: string; readonly identity: string | null };

export function closedPlaces(paths: readonly string[]): readonly Closed[] {
  return paths.map((path) => ({ path, identity: identityOf(path) }));
}

/** The same for all names of a file, hard links too; null where nothing is there, or nobody may look. */
export function identityOf(path: string): string | null {
  try {
    const found = lookBehind(path);
    return found === null ? null : `${found.dev} ${found.ino}`;
  } catch {
    return null;
  }
}
