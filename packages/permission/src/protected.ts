/** Paths that no mode but `trust` touches unasked, inside of the project or outside: by their names, or by the place's word. */
import { relative } from 'node:path';
import { isProtectedPath } from '@tagma/protocol';
import { type Ground, isWithin } from './ground.ts';

export function isProtected(path: string, ground: Ground): boolean {
  return ground.protectedPaths.some((folder) => isWithin(path, folder)) || isProtectedByName(path, ground);
}

export function isProtectedByName(path: string, ground: Ground): boolean {
  const project = ground.folders.find((folder) => isWithin(path, folder));
  return isProtectedPath(project === undefined ? path : relative(project, path));
}
