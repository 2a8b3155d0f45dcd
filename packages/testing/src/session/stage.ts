/**
 * The order in which a test session's fakes act. Whatever the session asks for waits in the wings until the test waits
 * for something; then one piece of work goes on at a time, in the order in which it was asked for. So a test that waits
 * for a state finds the session in it, and can say something before anything else happens.
 */
import { type Emitted, isEffect } from '@tagma/core';
import type { Clock } from '@tagma/runtime';
import type { FakeClock } from './fake-clock.ts';
import type { OpenEffect, OpenEffects } from './open-effects.ts';
import { isQuestion } from './person.ts';

/** How long a fake may wait for something outside of the test's world, in milliseconds of real time. */
const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 2;
/** Far more than any test lets happen while it waits; a session that goes round in circles ends here. */
const MOVES_MAX = 10_000;

// Taken before a test can put clocks of its own in their place.
const realImmediate = setImmediate;
const realTimeout = setTimeout;
const realNow = performance.now.bind(performance);

/** Why nothing more happens by itself, in words that go on from where the session stands. */
export const RESTS = {
  nothing: 'and nothing runs',
  clock: 'and its clock stands still: advance it',
  held: 'and what runs ends only when the test says so',
  silent: `and a fake has given no answer for ${PATIENCE_MS / 1_000} seconds`,
  endless: `and ${MOVES_MAX} things have happened`,
} as const;
export type Rest = keyof typeof RESTS;

export type Stage = {
  /** The session has taken a step; what it has asked for will come to a door. */
  readonly took: (emitted: readonly Emitted[]) => void;
  /** Does the work of this effect when its turn has come. */
  readonly enter: <T>(id: number, work: () => Promise<T>) => Promise<T>;
  /** The same for the oldest effect of these types that has not come to its door: the runtime does not say which it is. */
  readonly atTheDoor: <T>(types: readonly OpenEffect['type'][], work: (clock: Clock) => Promise<T>) => Promise<T>;
  /** Something is wrong with the test itself: the first such error ends all its waiting. */
  readonly blame: (error: unknown) => void;
  /** Lets things happen until it holds: gives null, or why nothing more happens. Rejects with what is wrong with the test. */
  readonly play: (holds: () => boolean) => Promise<Rest | null>;
  /** Lets the effect of this id come to its end before all others; where it is not open, lets one thing happen. */
  readonly finish: (id: number) => Promise<void>;
};

type Work = {
  readonly id: number | null;
  /** The runtime has asked for it, not the person. */
  readonly atDoor: boolean;
  readonly go: () => void;
};

export function createStage(clock: FakeClock, open: OpenEffects): Stage {
  const waiting: Work[] = [];
  /** In the order in which the runtime brings them to the doors. */
  const due: OpenEffect[] = [];
  let steps = 0;
  let mistake: { readonly error: unknown } | null = null;

  const check = () => {
    if (mistake) throw mistake.error;
  };

  const move = async (holds: () => boolean): Promise<Rest | null> => {
    const before = steps;
    await quiet();
    if (steps > before) return null;
    const next = waiting.shift();
    if (next || (clock.autoAdvance && clock.fireNext())) {
      next?.go();
      await quiet();
      return null;
    }
    const { timers, endless } = clock.waiting();
    const running = open.all().filter((effect) => !isQuestion(effect)).length;
    if (running > timers + endless) {
      return (await outlasts(() => steps === before && waiting.length === 0 && !holds())) ? 'silent' : null;
    }
    return timers > 0 ? 'clock' : endless > 0 ? 'held' : 'nothing';
  };

  const begin = <T>(id: number | null, atDoor: boolean, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({ id, atDoor, go: () => void work().then(resolve, reject) });
    });

  return {
    enter: (id, work) => begin(id, false, work),
    took(emitted) {
      steps += 1;
      for (const effect of emitted) if (isEffect(effect) && 'id' in effect) due.push(effect);
    },
    atTheDoor(types, work) {
      const place = due.findIndex((effect) => types.includes(effect.type));
      const [effect] = place < 0 ? [] : due.splice(place, 1);
      const id = effect?.id ?? null;
      return begin(id, true, () => work(id === null ? clock : clock.ownedBy(id)));
    },
    blame(error) {
      mistake ??= { error };
    },
    async play(holds) {
      for (let moves = 0; moves < MOVES_MAX; moves++) {
        check();
        if (holds()) return null;
        const rest = await move(holds);
        check();
        if (rest !== null) return rest;
      }
      return 'endless';
    },
    async finish(id) {
      if (open.has(id)) {
        await quiet();
        // In earnest all that was asked for has begun by now: what runs side by side takes its time together.
        for (const work of take(waiting, (one) => one.id === id || one.atDoor)) work.go();
        await quiet();
        while (open.has(id) && clock.fireNext(id)) await quiet();
      } else {
        await move(() => false);
      }
      check();
    },
  };
}

/** Those that are meant, in order, taken out of the list. */
function take<T>(list: T[], isMeant: (one: T) => boolean): readonly T[] {
  const taken = list.filter(isMeant);
  list.splice(0, list.length, ...list.filter((one) => !isMeant(one)));
  return taken;
}

/** All that can follow without a clock and without the outside has followed. */
function quiet(): Promise<void> {
  return new Promise((resolve) => realImmediate(() => resolve()));
}

async function outlasts(holds: () => boolean): Promise<boolean> {
  const end = realNow() + PATIENCE_MS;
  while (holds()) {
    if (realNow() > end) return true;
    await new Promise((resolve) => realTimeout(resolve, LOOK_AGAIN_MS));
  }
  return false;
}
