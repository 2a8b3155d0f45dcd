/** What is in folders, for the search of names that look alike or begin with `@`. What cannot be looked at is not there. */
import type { FolderLook } from '@tagma/protocol';
import { lookAt, namesIn } from './disk.ts';

/** In a folder of more, no name is looked for that looks alike: the tools know the same number (`packages/tools/src/folders.ts`). */
const NAMES_MAX = 20_000;

export const FOLDERS: FolderLook = {
  exists: (path) => isThere(path),
  names: (folder) => namesIn(folder, NAMES_MAX) ?? [],
};

function isThere(path: string): boolean {
  try {
    return lookAt(path) !== null;
  } catch {
    return false;
  }
}
