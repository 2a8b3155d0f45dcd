/**
 * What the project says to whoever works in it (AGENTS.md): that of the working folder and those above it at the start, and
 * that of other folders when a call touches them. It is text for the model and permits nothing.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { Guide } from '@tagma/core';
import type { FindGuides } from '@tagma/runtime';
import type { Environment } from '../environment.ts';
import { isWithin } from '../folders.ts';
import { fitted, NOTHING_TOLD } from './limits.ts';
import { foldersTouched, foldersUp, GUIDE_NAMES } from './places.ts';
import { guideOf, readGuide } from './read-guide.ts';
import { ownerOnDisk, repositoryOf, trustedUsers } from './repository.ts';

export type Guides = {
  /** The nearest first, the person's own last. */
  readonly atStart: readonly Guide[];
  readonly find: FindGuides;
  /** For the person: what of all that is not told for whose it is. */
  readonly notices: readonly string[];
};

/** Why the model may not read a file, by its absolute path; or null. */
export type Denied = (file: string) => string | null;

/**
 * Never rejects.
 * @param folder the working folder, links resolved
 * @param windowTokens of the model; 0 where it is not known
 */
export async function guidesFor(
  folder: string,
  denied: Denied,
  windowTokens: number,
  env: Environment,
): Promise<Guides> {
  const { root, foreign } = repositoryOf(folder, ownerOnDisk, trustedUsers(env));
  const ground = { root, shown: (file: string) => shownFrom(file, folder), denied };
  const above = foldersUp(folder, root);
  const found = await Promise.all(above.map((one) => guideOf(one, ground)));
  const own = await ownGuide(env);
  let told = NOTHING_TOLD;
  const fit = (guide: Guide, window: number): Guide => {
    const next = fitted(guide, told, window);
    told = next.told;
    return next.guide;
  };
  const atStart = [...found, own].flatMap((guide) => (guide === null ? [] : [fit(guide, windowTokens)]));
  // What is found later has the same room again.
  told = NOTHING_TOLD;
  return {
    atStart,
    notices: foreign === null ? [] : foreignNotices(folder, foreign),
    async find(paths, known, window) {
      // None, or none any more: a compaction has left them out.
      if (known.length === 0) told = NOTHING_TOLD;
      const folders = foldersTouched(paths, root, above);
      const all = await Promise.all(folders.map((one) => guideOf(one, ground)));
      const added = all.filter((guide) => guide !== null && !known.includes(guide.path));
      return added.flatMap((guide) => (guide === null ? [] : [fit(guide, window)]));
    },
  };
}

/** What the person says to all projects. */
async function ownGuide(env: Environment): Promise<Guide | null> {
  const home = env.HOME || homedir();
  const file = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'tagma', GUIDE_NAMES[0] ?? '');
  if (!existsSync(file)) return null;
  const shown = isWithin(file, home) ? `~/${relative(home, file).split(sep).join('/')}` : file;
  return readGuide(file, { root: null, shown: () => shown, denied: () => null });
}

/** A sentence for each guide of a repository that is another user's. */
function foreignNotices(folder: string, root: string): readonly string[] {
  const above = foldersUp(folder, root).slice(1);
  const guides = above.flatMap(
    (one) => GUIDE_NAMES.map((name) => join(one, name)).find((file) => existsSync(file)) ?? [],
  );
  return guides.map(
    (file) =>
      `${shownFrom(file, folder)} is not told: ${root} is a repository of another user. Where you trust it, work in its folder, or make it yours.`,
  );
}

/** Relative to the working folder, as the model would name it to `read`. */
function shownFrom(file: string, folder: string): string {
  return relative(folder, file).split(sep).join('/');
}
