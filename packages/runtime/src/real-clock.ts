/** The time of this machine, for a session. */
import type { Clock } from './deps.ts';

/** The time of this machine. */
export const REAL_CLOCK: Clock = {
  now: Date.now,
  async wait(ms, signal) {
    const { setTimeout: after } = await import('node:timers/promises');
    await after(ms, undefined, { signal }).catch(() => {});
  },
};
