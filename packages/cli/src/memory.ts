/**
 * How V8 is to use memory. Left to itself it would take twice as much as a session or a history needs, rather than collect
 * sooner what is dropped again at once.
 */
import { setFlagsFromString } from 'node:v8';
import { changeFlag, type Flag } from './v8-flags.ts';

/**
 * V8 lets the space for short-lived values grow to 48 MB, and a long session fills it with garbage. Kept at its first size a
 * session of a thousand turns peaks at 108 MB instead of 154, and takes no longer (`npm run bench -- session`, `-- turn`).
 */
const SMALL_NURSERY: Flag = { set: '--semi-space-growth-factor=1', unset: '--semi-space-growth-factor=2' };

/** What outlives that space is collected as soon as there is half as much again. The last is set by the first along with it. */
const EARLY_COLLECTION: readonly Flag[] = [
  { set: '--optimize-for-size', unset: '--no-optimize-for-size' },
  { set: '--max-semi-space-size=1', unset: '--max-semi-space-size=0' },
];

let isSession = false;

/** For as long as this process runs: it has a session. @param afterMs when it begins */
export function keepNurserySmall(afterMs = 0): void {
  isSession = true;
  if (afterMs === 0) changeFlag(SMALL_NURSERY);
  else setTimeout(changeFlag, afterMs, SMALL_NURSERY).unref();
}

/**
 * While a history is read: a large file makes a lot of values that are dropped again. Taken up as a session, one of 100,000
 * rows takes 101 MB instead of 192, and a twentieth more time (`npm run bench -- screen`).
 * Gives the way back: code that V8 kept is used again only under the flags that it was made under.
 */
export function holdMemorySmall(): () => void {
  for (const { set } of [SMALL_NURSERY, ...EARLY_COLLECTION]) setFlagsFromString(set);
  return () => {
    for (const { unset } of isSession ? EARLY_COLLECTION : [SMALL_NURSERY, ...EARLY_COLLECTION])
      setFlagsFromString(unset);
  };
}
