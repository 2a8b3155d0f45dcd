/** Programs on a search path. */
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative } from 'node:path';

/**
 * The first program of that name in the folders of a search path (as in the variable PATH), or null. Relative folders
 * in it are passed over, and programs that lie in the project that is worked on, by a link too: what is there, anybody has written.
 * @param project absolute; the folder that Tagma runs in, if it is not said
 */
export function findExecutable(name: string, searchPath: string, project: string = process.cwd()): string | null {
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  const paths = folders.map((folder) => join(folder, name)).filter(isExecutable);
  return paths.find((path) => !isWithin(path, project) && !isWithin(realpathSync(path), realpathSync(project))) ?? null;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
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
