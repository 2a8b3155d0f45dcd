/** What is in folders, for the search of names that look alike or begin with `@`. What cannot be looked at is not there. */
import { lstatSync, readdirSync } from 'node:fs';
import type { FolderLook } from '@tagma/protocol';

export const FOLDERS: FolderLook = {
  exists: (path) => lookedUp(() => lstatSync(path)) !== null,
  names: (folder) => lookedUp(() => readdirSync(folder)) ?? [],
};

function lookedUp<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
