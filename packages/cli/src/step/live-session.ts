/** A session whose events are held: follows it, lets go what is held, and knows when it is the person's turn. */
import type { AgentEvent, Fact } from '@tagma/core';
import type { Gate, Session } from '@tagma/runtime';
import { type Breakpoints, placeOf } from './breakpoints.ts';
import { type Following, followed, followingFromStart, heldScene, toldLines } from './following.ts';
import { createHolder, type Holder } from './holder.ts';
import { type Scene, summaryLine } from './scene.ts';

export type LiveSession = Pick<Holder, 'held' | 'change' | 'holdNext'> & {
  readonly gate: Gate;
  /** Takes up a session that has the gate, before it is told anything. */
  readonly watch: (session: Session) => void;
  readonly send: (fact: Fact) => void;
  /** All that the machine has been told. */
  readonly events: readonly AgentEvent[];
  readonly following: () => Following;
  readonly heldScene: () => Scene | null;
  /** Lets the event go that is held, and so many more after it. */
  readonly letGo: (more: number) => void;
  readonly drop: () => void;
  /** Resolves when an event is held, or nothing comes by itself any more: it is the person's turn. */
  readonly settled: () => Promise<void>;
};

/** @param say takes what happens by itself, as it comes */
export function createLiveSession(breakpoints: Breakpoints, say: (lines: readonly string[]) => void): LiveSession {
  const events: AgentEvent[] = [];
  let session: Session | null = null;
  let following = followingFromStart();
  /** Something has been let go, and the machine has not been told yet. */
  let moving = false;
  let wake: (() => void)[] = [];

  const isSettled = () => holder.held() !== null || (!moving && following.working.size === 0);
  const settle = () => {
    if (!isSettled()) return;
    const woken = wake;
    wake = [];
    for (const each of woken) each();
  };

  const holder = createHolder(breakpoints, (held, at) => {
    moving = false;
    say([...(at ? [placeOf(at)] : []), `held   ${summaryLine(heldScene(following, held))}`]);
    settle();
  });

  return {
    gate: holder.gate,
    held: holder.held,
    change: holder.change,
    holdNext: holder.holdNext,
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
      const held = holder.held();
      return held && heldScene(following, held);
    },
    letGo(more) {
      if (holder.held()) moving = true;
      holder.pass(more);
    },
    drop() {
      moving = true;
      holder.drop();
    },
    settled: () => (isSettled() ? Promise.resolve() : new Promise((resolve) => wake.push(resolve))),
  };
}
