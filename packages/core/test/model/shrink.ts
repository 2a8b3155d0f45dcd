/** A long list that shows a fault, cut down to a short one that shows it still. */

/**
 * @param fails whether a list shows the fault; the list that is given does
 * @param simpler what may stand in the place of an element, the simplest first
 * @returns a list from which nothing more can be taken, and in which nothing can be made simpler
 */
export function shrink<T>(
  list: readonly T[],
  fails: (list: readonly T[]) => boolean,
  simpler: (element: T) => readonly T[],
): readonly T[] {
  let best = list;
  for (;;) {
    const before = best;
    best = withoutPieces(best, fails);
    best = withoutPairs(best, fails);
    best = simplified(best, fails, simpler);
    if (best === before) return best;
  }
}

const PAIRS_UP_TO = 40;

/** Takes pieces away, half of it first and single elements last. */
function withoutPieces<T>(list: readonly T[], fails: (list: readonly T[]) => boolean): readonly T[] {
  let best = list;
  for (let size = best.length >> 1; size >= 1; size >>= 1) {
    for (let at = best.length - size; at >= 0; at -= size) {
      const less = [...best.slice(0, at), ...best.slice(at + size)];
      if (fails(less)) best = less;
      at = Math.min(at, best.length);
    }
  }
  return best;
}

/** Takes two elements away that need each other: a question and its answer. */
function withoutPairs<T>(list: readonly T[], fails: (list: readonly T[]) => boolean): readonly T[] {
  if (list.length > PAIRS_UP_TO) return list;
  for (let one = 0; one < list.length; one++) {
    for (let other = one + 2; other < list.length; other++) {
      const less = list.filter((_element, i) => i !== one && i !== other);
      if (fails(less)) return less;
    }
  }
  return list;
}

/** Takes something simpler for an element: for all that are alike at once, and then for each alone. */
function simplified<T>(
  list: readonly T[],
  fails: (list: readonly T[]) => boolean,
  simpler: (element: T) => readonly T[],
): readonly T[] {
  let best = list;
  for (const at of list.keys()) {
    const element = best[at] as T;
    const written = JSON.stringify(element);
    const tries = simpler(element).flatMap((other) => [
      best.map((each) => (JSON.stringify(each) === written ? other : each)),
      best.with(at, other),
    ]);
    best = tries.find(fails) ?? best;
  }
  return best;
}
