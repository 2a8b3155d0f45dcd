/** The facts of tools that only read. */
import { type Facts, NO_FACTS, type PathFact } from '@tagma/protocol';
import { pathFacts, sum } from './facts.ts';
import { type Ground, isWithin } from './ground.ts';
import { locateParameter, spellings } from './paths.ts';
import { isProtectedByName } from './protected.ts';

export function reading(path: string, ground: Ground): Facts {
  return pathFacts('reads', [locateParameter(path, ground, 'read')]);
}

/** See `spellings`. */
export function readingFile(path: string, ground: Ground): Facts {
  return sum(spellings(path, ground).map((spelling) => reading(spelling, ground)));
}

/**
 * The tools that search pass over whatever is protected by its name, unless the path names it: so the folder itself is
 * all there is to judge. Of the paths that this place protects beside, under other names, they know nothing.
 */
export function searching(path: string, ground: Ground): Facts {
  const facts = reading(path, ground);
  const inThere = (place: string) =>
    !isProtectedByName(place, ground) && facts.reads.some((read) => place !== read.path && isWithin(place, read.path));
  const reached = ground.protectedPaths.filter(inThere).map((place): PathFact => ({ path: place, where: 'protected' }));
  return sum([facts, { ...NO_FACTS, reads: reached }]);
}
