/** Step mode as the screen sees it: a door to whoever holds the events of the session. */
import type { AgentEvent, Fact, Snapshot } from '@tagma/core';

export type Breakpoint = { readonly number: number; readonly kind: 'state' | 'event'; readonly name: string };

export type SteppingState = {
  /** Whether each event is held; false: only those at a breakpoint. */
  readonly holding: boolean;
  readonly held: {
    /** As it came. */
    readonly event: AgentEvent;
    readonly snapshot: Snapshot;
    /** What it was changed to, and has not been told yet. */
    readonly draft: Fact | null;
    /** What it stopped at; null where it is held because each event is. */
    readonly at: Breakpoint | null;
  } | null;
  readonly breakpoints: readonly Breakpoint[];
};

export type Done = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** What is about the held event does nothing where none is held. Nothing of this throws. */
export type Stepping = {
  readonly state: () => SteppingState;
  /** Tells of each change, right after it. Gives the way to stop. */
  readonly subscribe: (listener: (state: SteppingState) => void) => () => void;
  /** From now on each event is held; or what is held goes, and all that comes, up to a breakpoint. */
  readonly hold: (on: boolean) => void;
  /** Lets go what is held, and so many more after it. */
  readonly pass: (more: number) => void;
  readonly drop: () => Done;
  /** @param text the event as JSON; null takes back what was changed. It goes with `pass`. */
  readonly change: (text: string | null) => Done;
  readonly breakpoints: {
    /** @param text the name of a state or of an event */
    readonly add: (text: string) => Done;
    /** Whether there was one with this number. */
    readonly remove: (number: number) => boolean;
  };
};
