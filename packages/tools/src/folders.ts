/** What is in folders, for the search of names that look alike or begin with `@`. What cannot be looked at is not there. */
import { lstatSync } from 'node:fs';
import type { FolderLook } from '@tagma/protocol';
import { namesIn } from './regular-file.ts';

/** In a folder of more, no name is looked for that looks alike: the permission knows the same number (`packages/permission/src/folders.ts`). */
const NAMES_MAX = 20_000;

export const FOLDERS: FolderLook = {
  exists: (path) => lookedUp(() => lstatSync(path)) !== null,
  names: (folder) => lookedUp(() => namesIn(folder, NAMES_MAX)) ?? [],
};

function lookedUp<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
