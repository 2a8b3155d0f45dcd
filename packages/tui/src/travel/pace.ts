/** How long a step of a history that plays is shown. */
import type { Shown } from './seen.ts';
import type { Speed } from './travel.ts';

/** Whoever watches waits no longer for what took longer, at any speed. */
export const PAUSE_MS_MAX = 2_000;
/** Two steps never come closer together: each is seen. */
export const PAUSE_MS_MIN = 40;

/** When the step after this one is due, in ms, where this one is shown from `at` on. */
export function dueAfter({ at, nextAt }: Pick<Shown, 'at' | 'nextAt'>, speed: Speed, now: number): number {
  const pause = nextAt === null ? PAUSE_MS_MIN : (nextAt - at) / speed;
  return now + Math.min(Math.max(pause, PAUSE_MS_MIN), PAUSE_MS_MAX);
}
