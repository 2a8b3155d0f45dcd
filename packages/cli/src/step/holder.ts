/** The gate of a stepped session: it holds each event until it is let go, or only those at a breakpoint. */
import type { AgentEvent, Fact, Snapshot } from '@tagma/core';
import type { Gate, Passage } from '@tagma/runtime';
import type { Breakpoint, Breakpoints } from './breakpoints.ts';

export type Held = {
  /** As it came. */
  readonly event: AgentEvent;
  readonly snapshot: Snapshot;
  /** What it was changed to, and has not been told yet. */
  readonly draft: Fact | null;
};

export type Holder = {
  readonly gate: Gate;
  readonly held: () => Held | null;
  readonly change: (draft: Fact | null) => void;
  /** Lets the event go that is held, and so many more after it; Infinity: all, but for those at a breakpoint. */
  readonly pass: (more: number) => void;
  readonly drop: () => void;
  /** From now on each event is held. */
  readonly holdNext: () => void;
};

/** Who changes and drops, for the record. */
export const BY = 'person';

/** @param onHold called when an event is held, with the breakpoint that it stopped at */
export function createHolder(
  breakpoints: Breakpoints,
  onHold: (held: Held, at: Breakpoint | undefined) => void,
): Holder {
  let waiting: (Held & { readonly answer: (passage: Passage) => void }) | null = null;
  let passes = 0;

  const release = (passage: Passage) => {
    const released = waiting;
    waiting = null;
    released?.answer(passage);
  };

  return {
    gate(event, snapshot, signal) {
      const at = breakpoints.hit(snapshot, event);
      if (passes > 0 && !at) {
        passes -= 1;
        return { kind: 'pass' };
      }
      passes = 0;
      return new Promise((resolve) => {
        const letPass = () => release({ kind: 'pass' });
        const answer = (passage: Passage) => {
          signal.removeEventListener('abort', letPass);
          resolve(passage);
        };
        signal.addEventListener('abort', letPass);
        waiting = { event, snapshot, draft: null, answer };
        onHold(waiting, at);
      });
    },
    held: () => waiting,
    change(draft) {
      if (waiting) waiting = { ...waiting, draft };
    },
    pass(more) {
      passes = more;
      const draft = waiting?.draft ?? null;
      release(draft === null ? { kind: 'pass' } : { kind: 'replace', by: BY, fact: draft });
    },
    drop: () => release({ kind: 'drop', by: BY }),
    holdNext() {
      passes = 0;
    },
  };
}
