/**
 * What a session tells those who watch it (screens, logs, embedders). Nothing comes back this way: a screen acts by
 * sending facts to the session.
 */
import type { PartialReply } from '@tagma/protocol';
import type { Emitted } from './effects.ts';
import type { AgentEvent } from './events.ts';
import type { Snapshot } from './step.ts';

/** What a session tells those who watch it. */
export type Update =
  /** The machine has taken an event: where it stands now, and what followed. */
  | {
      readonly kind: 'step';
      readonly event: AgentEvent;
      readonly emitted: readonly Emitted[];
      readonly snapshot: Snapshot;
    }
  /** The reply to `request` so far, while it streams. */
  | { readonly kind: 'partial'; readonly request: number; readonly partial: PartialReply }
  /** A piece of the output of the running call `request`, in the order in which it came. */
  | { readonly kind: 'output'; readonly request: number; readonly text: string };
