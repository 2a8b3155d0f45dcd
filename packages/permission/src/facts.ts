/** Facts are gathered piece by piece: a command is the sum of its simple commands. */
import { type Facts, isInstalled, NO_FACTS, type PathFact } from '@tagma/protocol';
import { type Ground, isWithin } from './ground.ts';
import { ownWorkOfAll } from './installs.ts';
import type { Located } from './paths.ts';

/** More paths than a person can judge, or than are worth the time to look at. */
const PATHS_MAX = 500;

/** `why` is for the person who is asked: what about the call is not understood. */
export function unknownFacts(why: string): Facts {
  return { ...NO_FACTS, readOnly: false, unknown: why };
}

/** The facts of several pieces that make one call. The first reason stands; one piece that changes something is enough. */
export function sum(all: readonly Facts[]): Facts {
  const pieces = all.filter((piece) => piece !== NO_FACTS);
  const [only] = pieces;
  if (only === undefined) return NO_FACTS;
  if (pieces.length === 1 && only.reads.length + only.writes.length + only.deletes.length <= 1) return only;
  const total: Facts = {
    reads: distinctPaths(pieces.flatMap((piece) => piece.reads)),
    writes: distinctPaths(pieces.flatMap((piece) => piece.writes)),
    deletes: distinctPaths(pieces.flatMap((piece) => piece.deletes)),
    runs: [...new Set(pieces.flatMap((piece) => piece.runs))],
    network: [...new Set(pieces.flatMap((piece) => piece.network))],
    readOnly: pieces.every((piece) => piece.readOnly),
    unknown: pieces.find((piece) => piece.unknown !== null)?.unknown ?? null,
    forbidden: pieces.find((piece) => piece.forbidden !== null)?.forbidden ?? null,
  };
  const runsByItself = [...new Set(pieces.flatMap((piece) => piece.runsByItself ?? []))];
  const lookingPrefixes = [...new Set(pieces.flatMap((piece) => piece.lookingPrefixes ?? []))];
  const paths = total.reads.length + total.writes.length + total.deletes.length;
  if (paths <= PATHS_MAX) {
    return {
      ...total,
      ...(runsByItself.length > 0 && { runsByItself }),
      ...(lookingPrefixes.length > 0 && { lookingPrefixes }),
      ...ownWorkOfAll(pieces),
    };
  }
  return { ...unknownFacts(`it names more than ${PATHS_MAX} paths`), forbidden: total.forbidden };
}

/** The facts of reading, writing or deleting what these paths lead to; unknown where one cannot be followed. */
export function pathFacts(kind: 'reads' | 'writes' | 'deletes', located: readonly Located[]): Facts {
  const facts: PathFact[] = [];
  const runsByItself = new Set<string>();
  for (const place of located) {
    if (!place.ok) return unknownFacts(place.why);
    facts.push(...place.facts);
    // To remove what is installed has nothing run.
    const changes = kind !== 'reads' && !(kind === 'deletes' && isInstalled(place.runsByItself ?? ''));
    if (changes && place.runsByItself !== null) runsByItself.add(place.runsByItself);
  }
  const found: Facts = {
    ...NO_FACTS,
    [kind]: distinctPaths(facts),
    readOnly: kind === 'reads' || facts.length === 0,
  };
  return runsByItself.size > 0 ? { ...found, runsByItself: [...runsByItself] } : found;
}

/** Reads that tell no more than whether there is such a file: in the project, that is nobody's secret. */
export function ofNames(facts: Facts, ground: Ground): Facts {
  return {
    ...facts,
    reads: facts.reads.filter(({ path, where }) => where !== 'protected' || !isWithin(path, ground.folder)),
  };
}

function distinctPaths(facts: readonly PathFact[]): PathFact[] {
  const seen = new Set<string>();
  return facts.filter(({ path, where }) => {
    const key = `${where} ${path}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
