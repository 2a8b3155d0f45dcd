/** Keeps a project as it stands, and finds what has changed since. Read in pieces, so that a key is answered meanwhile. */
import { lstatSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { entryAt, identityOf, type TreeEntry } from './tree-entry.ts';
import { filesOfTree } from './tree-files.ts';
import type { TreeLimits } from './tree-limits.ts';
import type { KeptEntry, Pack, Tree, TreeChange } from './tree-store.ts';

const FILES_AT_ONCE = 200;
/** Clocks of file systems go in steps of some milliseconds; of old ones, in seconds. */
const CLOCK_STEP_MS = 2_100;
const PERMISSIONS = 0o7777;

/**
 * @param last the checkpoint before: what has not changed since then is not read again
 * @param own what Tagma itself writes, should that lie in the project
 * Rejects with `LeftOut`, or an error of `node:fs`.
 */
export async function takeTree(
  folder: string,
  last: Tree | null,
  pack: Pack,
  limits: TreeLimits,
  own: readonly string[],
): Promise<Tree> {
  const takenAt = Date.now();
  const known = entriesByPath(last);
  const files = await filesOfTree(folder, limits);
  const ours = new Set(own);
  const paths = files.paths.filter((path) => !isBelowAny(path, ours));
  const passedOver = [...files.passedOver, ...own];
  const entries: KeptEntry[] = [];
  let bytes = 0;
  await inPieces(paths, (path) => {
    const before = known.get(path) ?? null;
    const looked = entryAt(path, before, isBefore(last));
    if (looked === null) return;
    const { entry } = looked;
    bytes += entry.kind === 'file' ? entry.size : 0;
    limits.check(entries.length, bytes);
    if (entry.kind === 'link') entries.push({ ...entry, path });
    else if (looked.bytes === null || (before?.kind === 'file' && before.hash === entry.hash))
      entries.push({ ...entry, path, ...(before?.place && { place: before.place }) });
    else entries.push({ ...entry, path, place: pack.add(looked.bytes) });
  });
  return { folder, takenAt, entries, passedOver, folders: foldersOf(entries, folder) };
}

/** What has become of it. What was ignored, or was there before, is not new. Rejects as `takeTree` does. */
export async function changesSince(tree: Tree, limits: TreeLimits): Promise<readonly TreeChange[]> {
  const changes: TreeChange[] = [];
  const known = entriesByPath(tree);
  await inPieces(tree.entries, (before) => {
    limits.check(0);
    const after = entryAt(before.path, before, isBefore(tree))?.entry ?? null;
    if (identityOf(after) !== identityOf(before)) changes.push({ path: before.path, before, after });
  });
  const { paths } = await filesOfTree(tree.folder, limits);
  const passedOver = new Set(tree.passedOver);
  await inPieces(paths, (path) => {
    limits.check(0);
    if (known.has(path) || isBelowAny(path, passedOver) || !isNew(path, tree.takenAt)) return;
    const after = entryAt(path, null, () => false)?.entry ?? null;
    if (after !== null) changes.push({ path, before: null, after });
  });
  return changes;
}

/** What stands at a path now, by what tells two apart. */
export function identityNow(path: string, known: TreeEntry | null): string | null {
  return identityOf(entryAt(path, known, () => false)?.entry ?? null);
}

function entriesByPath(tree: Tree | null): ReadonlyMap<string, KeptEntry> {
  return new Map(tree?.entries.map((entry) => [entry.path, entry]));
}

/** Whether a file's last change was so long before it was read that another one would show. */
function isBefore(tree: Tree | null): (changedMs: number) => boolean {
  const before = (tree?.takenAt ?? 0) - CLOCK_STEP_MS;
  return (changedMs) => changedMs < before;
}

function isNew(path: string, sinceMs: number): boolean {
  try {
    return (lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) >= sinceMs - CLOCK_STEP_MS;
  } catch {
    return false;
  }
}

function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (folders.has(at)) return true;
    if (at === dirname(at)) return false;
  }
}

/** Those of the project alone. */
function foldersOf(entries: readonly KeptEntry[], top: string): Tree['folders'] {
  const folders = new Map<string, number>();
  for (const { path } of entries) {
    for (let at = dirname(path); !folders.has(at) && at.startsWith(`${top}${sep}`); at = dirname(at)) {
      const mode = lstatSync(at, { throwIfNoEntry: false })?.mode;
      if (mode !== undefined) folders.set(at, mode & PERMISSIONS);
    }
  }
  const depthOf = (path: string) => path.split(sep).length;
  return [...folders].sort(([one], [other]) => depthOf(one) - depthOf(other));
}

async function inPieces<T>(all: readonly T[], work: (one: T) => void): Promise<void> {
  for (let at = 0; at < all.length; at += FILES_AT_ONCE) {
    for (const one of all.slice(at, at + FILES_AT_ONCE)) work(one);
    await turn();
  }
}
