/** Paths that no mode but `trust` touches unasked, inside of the project or outside: by their names, or by the place's word. */
import { relative } from 'node:path';
import { isProtectedPath } from '@tagma/protocol';
import { bytesOf } from './disk.ts';
import { type Ground, isWithin } from './ground.ts';

const HISTORY = /^<\?xml [^>]*\?>\s*<history format=/;
/** So much holds the two. */
const BEGINNING_BYTES = 128;

export function isProtected(path: string, ground: Ground): boolean {
  return ground.protectedPaths.some((folder) => isWithin(path, folder)) || isProtectedByName(path, ground);
}

export function isProtectedByName(path: string, ground: Ground): boolean {
  return isProtectedPath(fromProject(path, ground));
}

/** The project may itself stand in a folder of such a name: relative to it where the path lies in it, else as it is. */
export function fromProject(path: string, ground: Ground): string {
  const project = ground.folders.find((folder) => isWithin(path, folder));
  return project === undefined ? path : relative(project, path);
}

/** Whether there is a history of Tagma's, by its beginning: wherever it lies, also where histories are kept no more. */
export function isHistory(path: string): boolean {
  return path.endsWith('.xml') && HISTORY.test(bytesOf(path, BEGINNING_BYTES)?.toString('utf8') ?? '');
}
