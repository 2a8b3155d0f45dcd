/**
 * How much each of several things may have at most, so that all together have not more than `sumMax`: those that need less
 * leave the others their room. Null where all have enough. All in one unit; not negative.
 */
export function evenShare(needs: readonly number[], sumMax: number): number | null {
  let left = sumMax;
  const ascending = needs.toSorted((a, b) => a - b);
  for (const [i, need] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - i));
    if (need > share) return Math.max(share, 0);
    left -= need;
  }
  return null;
}
