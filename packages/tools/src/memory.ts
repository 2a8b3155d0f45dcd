/**
 * What the tools of one session remember from one call to the next, each part with a subject of its own. It is lost with the
 * process, but for what a part keeps on the disk.
 */
import { createSeen, type Seen } from './seen.ts';

export type ToolMemory = {
  /** Which version of which file the model has seen. */
  readonly seen: Seen;
  /** Ends what still runs in it, when the session ends. What runs after that is begun anew. */
  readonly end: () => Promise<void>;
};

export function createMemory(): ToolMemory {
  return { seen: createSeen(), end: async () => {} };
}
