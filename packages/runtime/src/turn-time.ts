/** The time of a turn, for what runs in it: where nobody can be asked whether it may take longer, it is ended when that is up. */
import type { Context } from '@tagma/core';

/** What a timer takes. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Does the work with a signal that it hears too when the time of the turn is up.
 * @param now milliseconds since 1970
 */
export async function endingInTime<T>(
  signal: AbortSignal,
  { session, turn }: Context,
  now: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { headless, timeMsMax } = session.settings;
  if (!headless || timeMsMax === 0) return work(signal);
  const until = turn.startedAt + turn.waitedMs + (turn.granted.time ?? timeMsMax);
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  // A timer of its own: that of `AbortSignal.timeout` may be collected before it is up.
  const timer = setTimeout(end, Math.min(Math.max(until - now, 0), TIMER_MS_MAX));
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
