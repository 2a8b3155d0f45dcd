/** What a misspelt name was likely meant to be. */
import { editDistance } from '@tagma/protocol';

/** Edits for each character of a name up to which another is like it; two (a swap) are always few. */
const DISTANCE_RATIO_MAX = 0.34;

/** Null where none is like it. */
export function nearest(name: string, names: readonly string[]): string | null {
  const [first] = names
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ distance }) => distance <= Math.max(2, name.length * DISTANCE_RATIO_MAX))
    .sort((one, other) => one.distance - other.distance);
  return first?.candidate ?? null;
}
