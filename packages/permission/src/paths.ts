/**
 * Where a path leads: inside the project, outside, or to something protected.
 *
 * A path with `..` can be read in two ways: the shell's programs follow the links before it, Node's `resolve` does not.
 * Both readings are given as facts, so that no reading is missed.
 */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import {
  actualSpelling,
  isNameOfRepository,
  isProtectedPath,
  locate,
  type PathFact,
  whyRunsByItself,
} from '@tagma/protocol';
import { isFolder } from './disk.ts';
import { FOLDERS } from './folders.ts';
import { type Ground, isWithin } from './ground.ts';
import { followLinks } from './links.ts';
import { fromProject, isHistory, isProtected } from './protected.ts';
import { FOUND } from './unknown-text.ts';

export type Located =
  | {
      readonly ok: true;
      readonly facts: readonly PathFact[];
      /** The absolute path, where a change of it would change what other programs run by themselves. */
      readonly runsByItself: string | null;
    }
  /** See `Followed`. */
  | { readonly ok: false; readonly why: string; readonly canExist: boolean };

/** What is done there: folders that may only be read are inside for reading alone, and a new folder is none that runs. */
type Use = 'read' | 'change' | 'make-folder';

/**
 * The path of a tool that opens a file. Where there is nothing of that name, and the tool opens one whose name looks the same,
 * it is two paths: both are judged.
 */
export function spellings(written: string, ground: Ground): readonly string[] {
  const plain = resolve(locate(written, ground, FOLDERS));
  const actual = actualSpelling(plain, FOLDERS);
  return actual === plain ? [written] : [written, actual];
}

/**
 * For the path of a tool, in the spelling that all tools share (`~`, a mention with `@`). One that nothing can be opened by is no
 * path: the tool says better what is wrong with it than a person who is asked. Tools take `..` out, so only that reading tells.
 */
export function locateParameter(written: string, ground: Ground, use: Use = 'change'): Located {
  const path = locate(written, ground, FOLDERS);
  const opened = followLinks(resolve(path), ground.folder);
  if (!opened.ok && !opened.canExist) return { ok: true, facts: [], runsByItself: null };
  return locateAbsolute(path, ground, use);
}

/** For a word of a shell command, after the shell's own expansions. `base` is the folder that the program runs in. */
export function locateWord(word: string, base: string, ground: Ground, use: Use = 'change'): Located {
  const path = word.replace(FOUND, '');
  return locateAbsolute(isAbsolute(path) ? path : `${base}${sep}${path}`, ground, use);
}

function locateAbsolute(path: string, ground: Ground, use: Use): Located {
  const plain = resolve(path);
  const readings = path.includes('..') ? [path, plain] : [plain];
  const facts: PathFact[] = [];
  for (const reading of readings) {
    const followed = followLinks(reading, ground.folder);
    if (!followed.ok) return followed;
    const fact = { path: followed.path, where: whereIs(followed.path, plain, ground, use) };
    if (!facts.some((known) => known.path === fact.path && known.where === fact.where)) facts.push(fact);
  }
  const selfRunning =
    use === 'read' ? undefined : [plain, ...facts.map((fact) => fact.path)].find(runsFor(use, ground));
  return { ok: true, facts, runsByItself: selfRunning ?? null };
}

/** By the name that is written, for that is where others look; and by where the links in it lead. */
function runsFor(use: Use, ground: Ground) {
  return (path: string): boolean => {
    const way = fromProject(path, ground);
    if (whyRunsByItself(way) === null) return false;
    // `config` is mostly a folder, and then nothing of git's.
    return !isNameOfRepository(way) || (use === 'change' && !isFolder(path));
  };
}

/** A protected name protects also where it is a link to something harmless. */
function whereIs(followed: string, written: string, ground: Ground, use: Use): PathFact['where'] {
  if (use === 'read' && isReadable(followed, ground)) return 'inside';
  if (isProtected(followed, ground) || isProtected(written, ground)) return 'protected';
  if (use === 'change' && (isHistory(followed) || isUnchanging(followed, written, ground))) return 'protected';
  return isWithin(followed, ground.folder) ? 'inside' : 'outside';
}

function isUnchanging(followed: string, written: string, { unchanging }: Ground): boolean {
  return unchanging.some((place) => isWithin(followed, place) || isWithin(written, place));
}

/** The folder itself may stand where its names are protected; what is in it may not be. */
function isReadable(followed: string, ground: Ground): boolean {
  const folder = ground.readable.find((readable) => isWithin(followed, readable));
  return folder !== undefined && !isProtectedPath(relative(folder, followed));
}
