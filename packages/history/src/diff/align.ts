/** Which items of two lists belong beside each other, in the order of both. */

export type Pair<T> = readonly [a: T | null, b: T | null];

/** Above so many cells the lists are paired by their places: it would take seconds. */
const CELLS_MAX = 4_000_000;

/**
 * Pairs the items so that the sum of their likeness is greatest. What is like nothing stands beside what is like nothing at
 * the same place of the other list, or alone.
 * @param likeness 0 where two items have nothing to do with each other
 */
export function align<T>(a: readonly T[], b: readonly T[], likeness: (a: T, b: T) => number): readonly Pair<T>[] {
  const pairs: Pair<T>[] = [];
  let [lastA, lastB] = [0, 0];
  for (const [atA, atB] of [...anchors(a, b, likeness), [a.length, b.length] as const]) {
    for (; lastA < atA || lastB < atB; lastA++, lastB++) {
      pairs.push([lastA < atA ? (a[lastA] as T) : null, lastB < atB ? (b[lastB] as T) : null]);
    }
    if (atA < a.length && atB < b.length) pairs.push([a[atA] as T, b[atB] as T]);
    lastA = atA + 1;
    lastB = atB + 1;
  }
  return pairs;
}

/** The places of the items that are alike, in order. */
function anchors<T>(
  a: readonly T[],
  b: readonly T[],
  likeness: (a: T, b: T) => number,
): readonly (readonly [number, number])[] {
  if (a.length * b.length > CELLS_MAX) return [];
  const width = b.length + 1;
  /** The greatest sum from these two places on. */
  const best = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => best[i * width + j] as number;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const alike = likeness(a[i] as T, b[j] as T);
      const paired = alike === 0 ? 0 : alike + at(i + 1, j + 1);
      best[i * width + j] = Math.max(paired, at(i + 1, j), at(i, j + 1));
    }
  }
  const found: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const alike = likeness(a[i] as T, b[j] as T);
    if (alike > 0 && at(i, j) === alike + at(i + 1, j + 1)) found.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i++;
    else j++;
  }
  return found;
}
