/** Whether a file is still the one that it was: by size, times and number, where a link leads and of the link itself. */
import { lstatSync, type Stats, statSync } from 'node:fs';

/** A file as it was, or that it was not there. */
export type Stamp = { readonly path: string; readonly mark: string };

/** Never throws. */
export function stampOf(path: string): Stamp {
  return { path, mark: markOf(path) };
}

export function isUnchanged(stamps: readonly Stamp[]): boolean {
  return stamps.every(({ path, mark }) => markOf(path) === mark);
}

function markOf(path: string): string {
  try {
    const own = lstatSync(path, { throwIfNoEntry: false });
    if (!own) return '';
    if (!own.isSymbolicLink()) return marked(own);
    const target = statSync(path, { throwIfNoEntry: false });
    return `${marked(own)} ${target ? marked(target) : ''}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

/** Of a folder only which one it is: what is in it changes all the time. */
function marked(stats: Stats): string {
  if (stats.isDirectory()) return `${stats.dev}:${stats.ino}`;
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}
