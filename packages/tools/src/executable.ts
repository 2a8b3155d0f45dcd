/** Programs on a search path. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * The first program of that name in the folders of a search path (as in the variable PATH), or null. Relative folders
 * in it are passed over: they would mean the project that is worked on.
 */
export function findExecutable(name: string, searchPath: string): string | null {
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

export function isExecutable(path: string): boolean {
  // To throw costs twenty times as much as to look, and most folders of a search path do not have the program.
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
