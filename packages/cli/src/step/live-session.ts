/** A session whose events are held: follows it, lets go what is held, and knows when it is the person's turn. */
import type { AgentEvent, Fact } from '@tagma/core';
import { createStepping, type Done, type HeldEvent, placeOf, type Session, type Stepping } from '@tagma/runtime';
import { type Following, followed, followingFromStart, heldScene, toldLines } from './following.ts';
import { type Scene, summaryLine } from './scene.ts';

export type LiveSession = {
  readonly stepping: Stepping;
  readonly held: () => HeldEvent | null;
  /** Takes up a session that has the gate, before it is told anything. */
  readonly watch: (session: Session) => void;
  readonly send: (fact: Fact) => void;
  /** All that the machine has been told. */
  readonly events: readonly AgentEvent[];
  readonly following: () => Following;
  readonly heldScene: () => Scene | null;
  /** Lets the event go that is held, and so many more after it. */
  readonly letGo: (more: number) => void;
  readonly drop: () => Done;
  /** Resolves when an event is held, or nothing comes by itself any more: it is the person's turn. */
  readonly settled: () => Promise<void>;
};

/** @param say takes what happens by itself, as it comes */
export function createLiveSession(say: (lines: readonly string[]) => void): LiveSession {
  const events: AgentEvent[] = [];
  let session: Session | null = null;
  let following = followingFromStart();
  /** Something has been let go, and the machine has not been told yet. */
  let moving = false;
  let wake: (() => void)[] = [];

  const stepping = createStepping(true);
  const held = () => stepping.state().held;
  const isSettled = () => held() !== null || (!moving && following.working.size === 0);
  const settle = () => {
    if (!isSettled()) return;
    const woken = wake;
    wake = [];
    for (const each of woken) each();
  };

  let seen: AgentEvent | null = null;
  stepping.subscribe(({ held: now }) => {
    if (now === null || now.event === seen) return;
    seen = now.event;
    moving = false;
    say([...(now.at ? [placeOf(now.at)] : []), `held   ${summaryLine(heldScene(following, now))}`]);
    settle();
  });

  return {
    stepping,
    held,
    events,
    watch(given) {
      session = given;
      given.subscribe((update) => {
        if (update.kind !== 'step') return;
        events.push(update.event);
        following = followed(following, update);
        moving = false;
        if (following.last) say(toldLines(following.last));
        // What follows may be held at once.
        setImmediate(settle);
      });
    },
    send: (fact) => session?.send(fact),
    following: () => following,
    heldScene() {
      const now = held();
      return now && heldScene(following, now);
    },
    letGo(more) {
      if (held()) moving = true;
      stepping.pass(more);
    },
    drop() {
      const dropped = stepping.drop();
      if (dropped.ok) moving = true;
      return dropped;
    },
    settled: () => (isSettled() ? Promise.resolve() : new Promise((resolve) => wake.push(resolve))),
  };
}
