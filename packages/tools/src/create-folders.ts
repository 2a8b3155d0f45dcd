/**
 * Creates a folder and those above it. In place of `recursive: true` of `node:fs`, which tries for ever where a file
 * system answers ENOENT to every new folder, as /proc does (seen with Node 20.20).
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Throws the error of `node:fs` for the first folder that cannot be made.
 * @param mode of those that are made; as the process has it, where it is left out
 */
export function createFolders(folder: string, mode?: number): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) createFolders(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another one may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** The folders that `createFolders` would make, the outermost first. */
export function missingFolders(folder: string): string[] {
  const parent = dirname(folder);
  if (parent === folder || statSync(folder, { throwIfNoEntry: false })) return [];
  return [...missingFolders(parent), folder];
}
