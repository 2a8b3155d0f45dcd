/**
 * Where the search path finds a program. What it finds in the project, or anywhere that anybody may write, is a program that runs,
 * whatever it is called: only what lies elsewhere is the `ls` that is known.
 *
 * What lies where the project's files may write is looked for at each command; of the rest, what was found is kept.
 */
import { isAbsolute, join, resolve } from 'node:path';
import { isThere, lookBehind } from './disk.ts';
import { type Ground, isWithin } from './ground.ts';
import { followFolder } from './links.ts';

export type ProgramPlace = {
  /** Absolute, as the search path has it; null where nothing of that name is found. */
  readonly path: string | null;
  /** The same with links followed. */
  readonly real: string | null;
  /** Whether files of the project decide what it is. */
  readonly isProjects: boolean;
};

type Entry = { readonly folder: string; readonly isOpen: boolean };
type Kept = {
  readonly entries: readonly Entry[];
  readonly found: Map<string, ProgramPlace>;
  /** When a program was not found. */
  readonly missed: Map<string, number>;
};

const USUAL_PATH = '/usr/local/bin:/usr/bin:/bin';
/** Where Windows says nothing else. */
const SUFFIXES = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
const SEPARATOR = process.platform === 'win32' ? ';' : ':';
/** A folder that is relative, or an empty one, which is the one that a command runs in. */
const HAS_RELATIVE = process.platform === 'win32' ? /./ : /(^|:)(?!\/)/;
/** Search paths of one session, for each folder that commands run in. */
const KEPT_MAX = 64;
/** So long one that was not found is not looked for again where the project's files cannot put it. */
const MISSED_MS = 2_000;
const OTHERS_WRITE = 0o002;
const NOWHERE: ProgramPlace = { path: null, real: null, isProjects: false };

const kept = new Map<string, Kept>();

/** `base` is the folder that it runs in: relative folders of the search path are looked for from there. */
export function placeOf(program: string, base: string, ground: Ground): ProgramPlace {
  const { entries, found, missed } = entriesFor(base, ground);
  const known = found.get(program);
  const now = known ? 0 : Date.now();
  const isMissed = !known && now - (missed.get(program) ?? 0) < MISSED_MS;
  for (const { folder, isOpen } of entries) {
    if (!isOpen && known) return known;
    if (!isOpen && isMissed) continue;
    const path = fileIn(folder, program);
    if (path === null) continue;
    const place = { path, ...realOf(path, isOpen, ground) };
    if (!isOpen) found.set(program, place);
    return place;
  }
  if (!isMissed) missed.set(program, now);
  return NOWHERE;
}

function entriesFor(base: string, ground: Ground): Kept {
  const written = ground.environment.get('PATH') ?? USUAL_PATH;
  const key = `${written}\0${ground.folder}\0${HAS_RELATIVE.test(written) ? base : ''}`;
  const before = kept.get(key);
  if (before) return before;
  if (kept.size >= KEPT_MAX) kept.clear();
  const entries = written.split(SEPARATOR).map((folder): Entry => {
    const path = resolve(base, folder);
    return { folder: path, isOpen: !isAbsolute(folder) || isOpenFolder(path, ground) };
  });
  const made = { entries, found: new Map<string, ProgramPlace>(), missed: new Map<string, number>() };
  kept.set(key, made);
  return made;
}

function isOpenFolder(path: string, ground: Ground): boolean {
  const real = followFolder(path);
  if ([path, real].some((each) => isOfProject(each, ground))) return true;
  try {
    return process.platform !== 'win32' && ((lookBehind(real)?.mode ?? 0) & OTHERS_WRITE) !== 0;
  } catch {
    // It may be made yet, by whoever may write above it.
    return false;
  }
}

function realOf(path: string, isOpen: boolean, ground: Ground): Pick<ProgramPlace, 'real' | 'isProjects'> {
  const real = followFolder(path);
  return { real, isProjects: isOpen || isOfProject(real, ground) };
}

function isOfProject(path: string, ground: Ground): boolean {
  return ground.folders.some((folder) => isWithin(path, folder));
}

function fileIn(folder: string, program: string): string | null {
  for (const suffix of SUFFIXES) {
    const path = join(folder, program + suffix);
    // One that may not be run is passed over by the shell, and may be made so: it counts.
    if (isThere(path)) return path;
  }
  return null;
}
