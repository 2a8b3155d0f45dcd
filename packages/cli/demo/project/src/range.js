/**
 * Ranges of minutes: `start` belongs to a range, `end` does not. So a meeting that ends at 10:00 leaves 10:00 free.
 */

/** Whether two ranges have a minute in common. */
export function overlaps(a, b) {
  return a.start <= b.end && b.start <= a.end;
}
