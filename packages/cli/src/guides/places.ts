/** In which folders a project may say something about itself. Pure. */
import { dirname, join, relative, sep } from 'node:path';
import { isWithin } from '../folders.ts';

/** In each folder the first of these that is there. */
export const GUIDE_NAMES: readonly string[] = ['AGENTS.md', 'CLAUDE.md', join('.tagma', 'context.md')];

/** What lies in there other people have written, for their own projects. */
const FOREIGN: ReadonlySet<string> = new Set(['node_modules', 'site-packages', '.venv', 'vendor', '.git']);
/** Folders of one call that are looked into. */
const FOLDERS_MAX = 100;

/** The folder and those above it up to the root of the repository, the nearest first; none above it where it is in none. */
export function foldersUp(folder: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    folders.push(at);
    if (at === root || at === dirname(at) || !isWithin(at, root)) return folders;
  }
}

/**
 * The folders that these paths lie in, or are, and those above them, without what was told at the start. The nearest to the
 * root first: what is said there is meant for all below.
 * @param told the folders that were looked into at the start
 */
export function foldersTouched(paths: readonly string[], root: string, told: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    if (
      !isWithin(path, root) ||
      relative(root, path)
        .split(sep)
        .some((name) => FOREIGN.has(name))
    )
      continue;
    for (const folder of foldersUp(path, root)) if (!told.includes(folder)) folders.add(folder);
  }
  return [...folders].sort(byDepth).slice(0, FOLDERS_MAX);
}

function byDepth(one: string, other: string): number {
  return one.split(sep).length - other.split(sep).length || (one < other ? -1 : one > other ? 1 : 0);
}
