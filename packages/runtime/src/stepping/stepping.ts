/**
 * Step mode: a gate that holds each event until the person lets it go, or only those at a breakpoint. While nothing is to
 * be held it answers at once, so that every session can have it.
 */
import { type AgentEvent, type Fact, isAtRest, type Snapshot, stateOf } from '@tagma/core';
import type { Gate, Passage } from '../deps.ts';
import { type Breakpoint, type Breakpoints, createBreakpoints } from './breakpoints.ts';
import { dueProblem } from './due.ts';
import { edited, factOf } from './edit.ts';
import { readShapes } from './shapes.ts';

/** An event that the machine has not been told of yet. */
export type HeldEvent = {
  /** As it came. */
  readonly event: AgentEvent;
  readonly snapshot: Snapshot;
  /** What it was changed to, and has not been told yet. */
  readonly draft: Fact | null;
  /** What it stopped at; null where it is held because each event is. */
  readonly at: Breakpoint | null;
};

/** Where the stepping stands. */
export type SteppingState = {
  /** Whether each event is held; false: only those at a breakpoint. */
  readonly holding: boolean;
  readonly held: HeldEvent | null;
  readonly breakpoints: readonly Breakpoint[];
};

/** Whether it could be done; `message` says to a person why not. */
export type Done = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Each command that is about the held event does nothing where none is held. */
export type Stepping = {
  readonly gate: Gate;
  readonly breakpoints: Breakpoints;
  /** Where it stands now. */
  readonly state: () => SteppingState;
  /** Tells of each change, right after it. Gives the way to stop. */
  readonly subscribe: (listener: (state: SteppingState) => void) => () => void;
  /** From now on each event is held; or what is held goes, and all that comes, up to a breakpoint. */
  readonly hold: (on: boolean) => void;
  /** Lets go what is held, and so many more after it; Infinity: as `hold(false)`. */
  readonly pass: (more: number) => void;
  /** Keeps it from the machine. Refused, with why, where the machine cannot do without. */
  readonly drop: () => Done;
  /**
   * Changes the held event, which goes on as it has become with `pass`.
   * @param text as `edited` takes it; null takes back what was changed
   */
  readonly change: (text: string | null) => Done;
  /**
   * An abort is about to be sent: it must reach the machine before anything more begins. What is held is kept back, to be
   * handed in when the abort cancels its request, or goes first where it is no answer; all passes until the turn has ended.
   */
  readonly giveWay: () => void;
};

/** Who changes and drops, for the record. */
export const BY = 'person';

const PASS: Passage = { kind: 'pass' };
const DROP: Passage = { kind: 'drop', by: BY };
const NOTHING_HELD: Done = { ok: false, message: 'No event is held.' };

/** Whether the runtime keeps the event when it is dropped, until the abort asks for it. */
function canBeHandedIn({ event, snapshot }: HeldEvent): boolean {
  const { requests } = snapshot.context;
  return 'request' in event && requests.includes(event.request) && dueProblem(event, snapshot) === null;
}

/** Whoever wants another session, or a copy of this one, waits for it, and could not let it go meanwhile. */
function isAboutOutside(event: AgentEvent, { context }: Snapshot): boolean {
  if (event.type === 'operation.requested') return true;
  return (
    event.type === 'hook.ended' && event.point === 'before_session_op' && context.told?.includes(event.request) === true
  );
}

/** An abort is on its way: since the turn of this number, or not told to the machine yet. */
type Abort = { readonly turn: number } | 'to come';

/**
 * What stands at the gate of a session and holds events until the person lets them pass.
 * @param holding whether each event is held from the first on
 */
export function createStepping(holding: boolean): Stepping {
  const listeners = new Set<(state: SteppingState) => void>();
  let waiting: (HeldEvent & { readonly answer: (passage: Passage) => void }) | null = null;
  let passes = holding ? 0 : Number.POSITIVE_INFINITY;
  let abort: Abort | null = null;

  const state = (): SteppingState => ({
    holding: passes !== Number.POSITIVE_INFINITY,
    held: waiting && { event: waiting.event, snapshot: waiting.snapshot, draft: waiting.draft, at: waiting.at },
    breakpoints: breakpoints.all(),
  });

  const tell = () => {
    for (const listener of listeners) listener(state());
  };

  const breakpoints = createBreakpoints(tell);

  const release = (passage: Passage) => {
    const released = waiting;
    waiting = null;
    released?.answer(passage);
    tell();
  };

  const pass = (more: number) => {
    passes = more;
    const draft = waiting?.draft ?? null;
    release(draft === null ? PASS : { kind: 'replace', by: BY, fact: draft });
  };

  /** Whether it passes because of an abort that is on its way, or still ends the turn. */
  const abortPasses = (event: AgentEvent, snapshot: Snapshot): boolean => {
    if (abort === null) return false;
    if (abort === 'to come') {
      if (event.type === 'abort.requested') abort = { turn: snapshot.context.lastTurn };
      return true;
    }
    if (!isAtRest(stateOf(snapshot)) && snapshot.context.lastTurn === abort.turn) return true;
    abort = null;
    return false;
  };

  return {
    gate(event, snapshot, signal) {
      if (abortPasses(event, snapshot) || isAboutOutside(event, snapshot)) return PASS;
      const at = breakpoints.hit(snapshot, event) ?? null;
      if (passes > 0 && at === null) {
        passes -= 1;
        return PASS;
      }
      passes = 0;
      return new Promise((resolve) => {
        const letPass = () => release(PASS);
        const answer = (passage: Passage) => {
          signal.removeEventListener('abort', letPass);
          resolve(passage);
        };
        signal.addEventListener('abort', letPass);
        waiting = { event, snapshot, draft: null, at, answer };
        void readShapes();
        tell();
      });
    },
    breakpoints,
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold(on) {
      if (!on) return pass(Number.POSITIVE_INFINITY);
      passes = 0;
      tell();
    },
    pass,
    drop() {
      if (!waiting) return NOTHING_HELD;
      const due = dueProblem(waiting.event, waiting.snapshot);
      if (due !== null) return { ok: false, message: `${due}: it cannot be dropped` };
      release(DROP);
      return { ok: true };
    },
    change(text) {
      if (!waiting) return NOTHING_HELD;
      const { event, draft, snapshot } = waiting;
      const read = text === null ? null : edited(event, draft ?? factOf(event), text, snapshot);
      if (read?.ok === false) return read;
      waiting = { ...waiting, draft: read?.fact ?? null };
      tell();
      return { ok: true };
    },
    giveWay() {
      abort = 'to come';
      if (!waiting) return;
      release(canBeHandedIn(waiting) ? DROP : PASS);
    },
  };
}
