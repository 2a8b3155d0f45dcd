/**
 * For how long a terminal is to have kept its size before anything is drawn at the end of its main screen. What is drawn for one
 * size, and comes to a terminal that has the next one already, may take away what was printed: so of sizes that follow each
 * other, as while a window is pulled, only the last one is drawn for.
 */

/** What comes later than that is another change. */
const STORM_MS = 300;
/** Some changes come in two. */
const FIRST_MS = 10;

/** In ms. `sinceMs`: from the size before to this one. */
export function inlineStillMs(sinceMs: number): number {
  return sinceMs > STORM_MS ? FIRST_MS : STORM_MS;
}
