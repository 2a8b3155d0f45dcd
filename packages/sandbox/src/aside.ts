/** Moves files and folders away, where no program looks for them, with their paths kept. */
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { entryAt, realPath } from './places.ts';

/** What was moved, and where it lies now; null where it could not be moved. */
export type MovedAside = { readonly path: string; readonly to: string | null };

/** A copy of more than so many entries would take too long. */
const COPIED_ENTRIES_MAX = 2_000;
const NUMBERS_MAX = 10_000;

/**
 * Each into a folder of its own time: `FOLDER/1/PATH`. On another disk a large folder stays on its own, below `nearby`.
 * @param project the real path that the paths lie in. @param nearby a folder on its disk that nothing is run from
 */
export function moveAside(paths: readonly string[], project: string, folder: string, nearby: string): MovedAside[] {
  const places = [folder, nearby].map((place) => join(place, String(firstFree(place))));
  return paths.map((path) => {
    // A link may have come into its way since it was found.
    if (realPath(dirname(path)) !== dirname(path)) return { path, to: null };
    const way = relative(project, path).replace(/^(\.\.\/)+/, 'outside/');
    const targets = places.map((place) => join(place, way));
    return { path, to: targets.find((target, at) => isMoved(path, target, at === 0)) ?? null };
  });
}

function isMoved(path: string, target: string, mayCopy: boolean): boolean {
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    renameSync(path, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV' || !mayCopy || !isSmall(path)) return false;
    return isCopied(path, target);
  }
}

function isCopied(path: string, target: string): boolean {
  try {
    cpSync(path, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

function isSmall(path: string): boolean {
  const ahead = [path];
  for (let at = 0; at < ahead.length; at++) {
    if (at > COPIED_ENTRIES_MAX) return false;
    const each = ahead[at] ?? '';
    if (entryAt(each)?.isDirectory()) ahead.push(...readdirSync(each).map((name) => join(each, name)));
  }
  return true;
}

function firstFree(folder: string): number {
  for (let number = 1; number < NUMBERS_MAX; number++)
    if (entryAt(join(folder, String(number))) === null) return number;
  return NUMBERS_MAX;
}
