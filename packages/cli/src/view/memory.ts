/** How V8 is to use memory while a history is looked at, and as it was again for a session that goes on from there. */
import { setFlagsFromString } from 'node:v8';

/** Each with what takes it back. The last is set by the first along with it. */
const FLAGS = [
  { set: '--optimize-for-size', unset: '--no-optimize-for-size' },
  { set: '--semi-space-growth-factor=1', unset: '--semi-space-growth-factor=2' },
  { set: '--max-semi-space-size=1', unset: '--max-semi-space-size=0' },
] as const;

/**
 * A large file makes a lot of short-lived values: V8 would take half as much memory again rather than collect them sooner.
 * Gives the way back: code that V8 kept is used again only under the flags that it was made under.
 */
export function holdMemorySmall(): () => void {
  for (const { set } of FLAGS) setFlagsFromString(set);
  return () => {
    for (const { unset } of FLAGS) setFlagsFromString(unset);
  };
}
