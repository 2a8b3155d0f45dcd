/** Where git is: on the search path, but in no folder that the project may write. */
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';

/** Null where there is none. `folder` is that of the project, absolute; what lies in it is passed over, links followed. */
export function findGit(searchPath: string, folder: string, platform: NodeJS.Platform = process.platform) {
  const name = platform === 'win32' ? 'git.exe' : 'git';
  const project = realPath(folder) ?? folder;
  for (const place of searchPath.split(delimiter)) {
    // Relative folders would mean the project that is worked on.
    if (!isAbsolute(place)) continue;
    const path = join(place, name);
    if (!existsSync(path)) continue;
    const real = realPath(path);
    if (real === null || isWithin(real, project) || isWithin(path, project) || !isExecutable(path)) continue;
    return path;
  }
  return null;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
