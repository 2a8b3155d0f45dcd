/** Places of the sandbox's disk, and how they lie on and in each other. */
import { join, relative } from 'node:path';
import type { Confinement } from './confinement.ts';
import { isFolder, isWithin, realPath } from './places.ts';

/** One place of the sandbox's disk. */
export type Mount = {
  /**
   * `cover`: an empty folder, to be written, gone with the command. `show`: to be read. `write`: to be written. `keep`: in
   * what may be written, to be read alone. `hide-folder`, `hide-file`: nothing to be seen.
   */
  readonly kind: 'cover' | 'show' | 'write' | 'keep' | 'hide-folder' | 'hide-file';
  readonly path: string;
  /** What is there, where it is not what is there outside. */
  readonly from?: string;
};

/** Where two are for the same path, the later one counts. */
const RANKS: readonly Mount['kind'][] = ['cover', 'show', 'write', 'keep', 'hide-folder', 'hide-file'];

/** The mount that says what a path is from inside; null where it is the machine's own, read-only. */
export function mountAt(mounts: readonly Mount[], path: string): Mount | null {
  return mounts.findLast((mount) => isWithin(path, mount.path)) ?? null;
}

/** None where nothing is there. */
export function mountOf(kind: Mount['kind'], path: string): readonly Mount[] {
  const real = realPath(path);
  return real === null || real === '/' ? [] : [{ kind, path: real }];
}

/** Of what is there. */
export function hideOf(path: string): readonly Mount[] {
  return [{ kind: isFolder(path) ? 'hide-folder' : 'hide-file', path }];
}

/** By depth; of those for the same path the strictest alone. */
export function inOrder(mounts: readonly Mount[]): readonly Mount[] {
  const byPath = new Map<string, Mount>();
  for (const mount of mounts) {
    const known = byPath.get(mount.path);
    if (known === undefined || RANKS.indexOf(known.kind) <= RANKS.indexOf(mount.kind)) byPath.set(mount.path, mount);
  }
  return [...byPath.values()].sort((one, other) => depthOf(one.path) - depthOf(other.path));
}

function depthOf(path: string): number {
  return relative('/', path).split('/').length;
}

/** Without those that change nothing: what is shown where all is shown, and what is hidden in a folder that is covered. */
export function needed(mounts: readonly Mount[]): readonly Mount[] {
  const kept: Mount[] = [];
  for (const mount of mounts) {
    const around = mountAt(kept, mount.path);
    const isCovered = around?.kind === 'cover' || around?.kind === 'hide-folder' || around?.from !== undefined;
    if (mount.kind === 'show' && !isCovered) continue;
    if (mount.kind.startsWith('hide') && isCovered) continue;
    kept.push(mount);
  }
  return kept;
}

/**
 * With the folders that lead to what is kept or hidden in what may be written: a folder that something stands in can be
 * renamed, and the next command would find what was hidden under another name. One that something stands for cannot.
 */
export function held(mounts: readonly Mount[]): readonly Mount[] {
  const between = mounts.flatMap((mount) => {
    const around = mountAt(
      mounts.filter(({ path }) => path !== mount.path),
      mount.path,
    );
    if (around?.kind !== 'write' || around.from !== undefined || mount.kind === 'write') return [];
    return foldersBetween(around.path, mount.path);
  });
  return inOrder([...between.map((path): Mount => ({ kind: 'write', path })), ...mounts]);
}

/** From below the one down to above the other. */
function foldersBetween(above: string, below: string): readonly string[] {
  const names = relative(above, below).split('/').slice(0, -1);
  return names.map((_, index) => join(above, ...names.slice(0, index + 1)));
}

/** With what is guarded in what may be written, and what is open in that. */
export function guarded(
  mounts: readonly Mount[],
  { guarded: paths = [], open = [] }: Pick<Confinement, 'guarded' | 'open'>,
): readonly Mount[] {
  const isWritten = (path: string) => mountAt(mounts, path)?.kind === 'write';
  const kept = paths.filter(isWritten).map((path): Mount => ({ kind: 'keep', path }));
  const written = open.filter(isWritten).map((path): Mount => ({ kind: 'write', path }));
  return kept.length === 0 ? mounts : inOrder([...mounts, ...kept, ...written]);
}
