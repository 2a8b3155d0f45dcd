/**
 * How far a search may go. A call was judged by the folder that it names, so nothing else is shown: no environment file,
 * key or `.git/` that was come upon on the way, and nothing to where a link leads. What the call itself names was judged
 * as what it is, and is shown.
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isProtectedPath } from '@tagma/protocol';

export type Reach = {
  /** Whether a file or a folder is protected by its name, and not in a protected one that is named. */
  readonly isProtected: (path: string) => boolean;
  /** Whether something protected is named. */
  readonly isNamedProtected: boolean;
  /** Whether links have led out of what is named on the way to a file. */
  readonly isElsewhere: (path: string) => boolean;
};

/**
 * `named`: the absolute paths that the call names. `project`: the working folder, absolute. `closed`: what is not shown though
 * it is named.
 */
export function reachOf(named: readonly string[], project: string, closed: readonly string[] = []): Reach {
  const hasProtectedName = (path: string) => isProtectedPath(isWithin(path, project) ? relative(project, path) : path);
  const open = named.filter(hasProtectedName);
  const real = named.map(realPath);
  const elsewhere = new Map<string, boolean>();
  const shut = [...closed, ...closed.map(realPath)];
  const isClosed = (path: string) =>
    shut.some((one) => isWithin(path, one)) ||
    (shut.length > 0 && shut.some((one) => isWithin(join(realPath(dirname(path)), basename(path)), one)));

  return {
    isNamedProtected: open.length > 0,
    isProtected: (path) => isClosed(path) || (hasProtectedName(path) && !open.some((one) => isWithin(path, one))),
    isElsewhere(path) {
      const folder = dirname(path);
      const known = elsewhere.get(folder);
      if (known !== undefined) return known;
      const there = realPath(folder);
      const isOut = !real.some((one) => isWithin(there, one));
      elsewhere.set(folder, isOut);
      return isOut;
    },
  };
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** As it is written where it cannot be followed. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
