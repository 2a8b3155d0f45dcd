/** Names that are like a misspelt one. */
import { editDistance } from './edit-distance.ts';

/** A folder with more names than this is not searched: the answer would come late. */
const NAMES_MAX = 5_000;
/** Edits for each character of the name up to which another is like it; two (a swap) are always few. */
const DISTANCE_RATIO_MAX = 0.34;

/** The names that are like `name`, nearest first: equal but for case, containing it, or a few edits away. */
export function nearestNames(name: string, names: readonly string[], countMax: number): string[] {
  if (names.length > NAMES_MAX) return [];
  const wanted = name.toLowerCase();
  return names
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(wanted.length < 3 ? 1 : 2, wanted.length * DISTANCE_RATIO_MAX))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, countMax)
    .map(({ candidate }) => candidate);
}

function distanceOf(wanted: string, candidate: string): number {
  const stem = wanted.replace(/\.[^.]*$/, '');
  const candidateStem = candidate.replace(/\.[^.]*$/, '');
  // The right name with the wrong extension, or none.
  if (stem !== '' && stem === candidateStem) return wanted === candidate ? 0 : 0.5;
  if (wanted.length >= 3 && candidate.includes(wanted)) return 1;
  return editDistance(wanted, candidate);
}
