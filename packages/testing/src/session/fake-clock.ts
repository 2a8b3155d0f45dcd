/**
 * A clock that a test moves. It stands still until `advance` is called, or until a session has nothing else to do and
 * lets the next timer fire: so a retry after thirty seconds takes no time, and two runs give the same times.
 */
import type { Clock } from '@tagma/runtime';

/** 2026-01-01, midnight in Greenwich. */
export const START_MS = Date.UTC(2026, 0, 1);

/** A time that stands still until it is moved. */
export type FakeClock = Clock & {
  /** Moves on by so many milliseconds, and fires what is due on the way, in order. */
  readonly advance: (ms: number) => void;
  /** Moves on to the next timer, of that owner or of nobody, and fires it; false where none will ever fire. */
  readonly fireNext: (owner?: number) => boolean;
  /** The same clock, whose timers belong to this effect. */
  readonly ownedBy: (owner: number) => Clock;
  /** Timers that will fire, and waits that have no end of their own. */
  readonly waiting: () => { readonly timers: number; readonly endless: number };
  /** Whether a session may fire the next timer itself when it has nothing else to do. */
  readonly autoAdvance: boolean;
};

/** How a fake clock begins. */
export type FakeClockChoices = {
  /** Where it starts, in milliseconds since 1970. */
  readonly startMs?: number;
  /** True where it is left out. */
  readonly autoAdvance?: boolean;
};

type Timer = { readonly at: number; readonly owner: number | undefined; readonly fire: () => void };

/** A clock for tests: nothing is waited for, and timers fire in their order when it is moved. */
export function fakeClock({ startMs = START_MS, autoAdvance = true }: FakeClockChoices = {}): FakeClock {
  /** In the order in which they were set. */
  const timers = new Set<Timer>();
  let now = startMs;

  const nextTimer = (isMeant: (timer: Timer) => boolean = () => true) => {
    let next: Timer | null = null;
    for (const timer of timers) {
      if (Number.isFinite(timer.at) && isMeant(timer) && (next === null || timer.at < next.at)) next = timer;
    }
    return next;
  };
  const fire = (timer: Timer) => {
    now = Math.max(now, timer.at);
    timer.fire();
  };

  const clockOf = (owner?: number): Clock => ({
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const end = () => {
          signal.removeEventListener('abort', end);
          timers.delete(timer);
          resolve();
        };
        const timer = { at: now + ms, owner, fire: end };
        timers.add(timer);
        signal.addEventListener('abort', end);
      }),
  });

  return {
    ...clockOf(),
    autoAdvance,
    ownedBy: clockOf,
    advance(ms) {
      const until = now + ms;
      for (let next = nextTimer(); next !== null && next.at <= until; next = nextTimer()) fire(next);
      now = until;
    },
    fireNext(owner) {
      const own = owner === undefined ? null : nextTimer((timer) => timer.owner === owner);
      const next = own ?? nextTimer((timer) => owner === undefined || timer.owner === undefined);
      if (next !== null) fire(next);
      return next !== null;
    },
    waiting() {
      const endless = [...timers].filter(({ at }) => !Number.isFinite(at)).length;
      return { timers: timers.size - endless, endless };
    },
  };
}
