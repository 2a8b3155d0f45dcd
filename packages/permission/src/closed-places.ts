/** Which files and folders are closed to all calls, and by what the file system knows them. */
import { lookAt, lookBehind } from './disk.ts';
import { KERNEL_FOLDERS } from './names.ts';

/** A closed file or folder: where it lies, and which one it is for the file system; null where it is not there. */
export type Closed = { readonly path: string; readonly identity: string | null };

/** @param forms of each: where its links lead, and as it is written */
export function closedPlaces(forms: readonly (readonly [string, string])[]): readonly Closed[] {
  return forms.flatMap(([real, written]) => {
    const identity = identityOf(real, true);
    return [...new Set([real, written])].map((path) => ({ path, identity }));
  });
}

/** The same for all names of a file, hard links too; null where nothing is there, or nobody may look. */
export function identityOf(path: string, isFollowed: boolean): string | null {
  try {
    // What has been followed was looked at on the way, all but links of the kernel.
    const found = isFollowed && !KERNEL_FOLDERS.test(path) ? lookAt(path) : lookBehind(path);
    return found === null ? null : `${found.dev} ${found.ino}`;
  } catch {
    return null;
  }
}
