/**
 * The repository that a command of git would find, and what a look there may start besides git: git itself is asked, with the
 * settings that the look will have. It is asked once for a folder (`@tagma/git` keeps the answer while nothing changes it).
 */
import { dirname, join } from 'node:path';
import { findGit, type GitPlace, leadsElsewhere, lookUpRepository, type RepositoryFound } from '@tagma/git';
import { isThere, msLeft } from './disk.ts';
import type { Ground } from './ground.ts';

/** `base` is absolute, links followed. */
export function repositoryOf(base: string, ground: Ground): RepositoryFound {
  const place = placeOf(base, ground);
  if (leadsElsewhere(place.environment)) return { ok: false, why: 'a variable leads git to another repository' };
  // Where there is none to be asked, none will look.
  if (findGit(place.environment.PATH ?? '', ground.folder) === null || !isThere(base)) return NOT_HERE;
  return lookUpRepository(place);
}

const NOT_HERE: RepositoryFound = { ok: true, repository: null, programs: [], comparing: [] };

/** Where git runs, and with what. */
export function placeOf(base: string, ground: Ground): GitPlace & { readonly environment: NodeJS.ProcessEnv } {
  const names = [...ground.environment.keys()];
  const environment = Object.fromEntries(names.map((name) => [name, ground.environment.get(name)]));
  return { folder: base, project: ground.folder, environment, followsEnvironment: true, msLeft };
}

/** Every folder that may be the top of the repository that a folder is in: the nearest first. More than git would take. */
export function possibleTops(base: string): readonly string[] {
  const tops: string[] = [];
  for (let at = base; ; at = dirname(at)) {
    if (isThere(join(at, '.git')) || isThere(join(at, 'HEAD'))) tops.push(at);
    if (at === dirname(at)) return tops;
  }
}
