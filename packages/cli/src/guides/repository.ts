/**
 * Which repository a folder belongs to, for what is said above it. As for git (`safe.directory`) one of another user is none of
 * ours: whoever may write to a folder above, `/tmp` for instance, could otherwise tell the model something by a `.git` in it.
 */
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../environment.ts';

export type Repository = {
  /** Up to where guides are looked for: its root, or the folder itself. */
  readonly root: string;
  /** The root of a repository above the folder that is another user's, or null. */
  readonly foreign: string | null;
};

/** The number of the user that a file or a folder belongs to, a link for itself; null where there is none. */
export type OwnerOf = (path: string) => number | null;

const ROOT_USER = 0;

/** @param trusted the users whose repositories are ours; null where the system knows no users */
export function repositoryOf(folder: string, ownerOf: OwnerOf, trusted: ReadonlySet<number> | null): Repository {
  for (let at = folder; ; at = dirname(at)) {
    const owner = ownerOf(join(at, '.git'));
    if (owner !== null) {
      const isOurs = trusted === null || [owner, ownerOf(at)].every((one) => one !== null && trusted.has(one));
      return isOurs ? { root: at, foreign: null } : { root: folder, foreign: at === folder ? null : at };
    }
    if (at === dirname(at)) return { root: folder, foreign: null };
  }
}

/** What cannot be looked at is not there. */
export const ownerOnDisk: OwnerOf = (path) => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.uid ?? null;
  } catch {
    return null;
  }
};

/** Ourselves and the system's own; with `sudo` whoever has called it, too. */
export function trustedUsers({ SUDO_UID = '' }: Environment): ReadonlySet<number> | null {
  const own = process.getuid?.();
  if (own === undefined) return null;
  return new Set([ROOT_USER, own, ...(own === ROOT_USER && /^\d+$/.test(SUDO_UID) ? [Number(SUDO_UID)] : [])]);
}
