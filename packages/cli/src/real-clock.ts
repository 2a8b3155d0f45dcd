/** The time of this machine, for a session. */
import type { SessionDeps } from '@tagma/runtime';

export const REAL_CLOCK: SessionDeps['clock'] = {
  now: Date.now,
  async wait(ms, signal) {
    const { setTimeout: after } = await import('node:timers/promises');
    await after(ms, undefined, { signal }).catch(() => {});
  },
};
