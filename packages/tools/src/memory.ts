/**
 * What the tools of one session remember from one call to the next, each part with a subject of its own. It is lost with the
 * process, but for what a part keeps on the disk.
 */
import { type Checkpoints, openCheckpoints } from './checkpoints.ts';
import { createHiddenContents, type HiddenContents } from './hidden-contents.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createSeen, type Seen } from './seen.ts';
import { createShellMemory, type ShellMemory } from './shell-memory.ts';

/** What the tools of a session know from call to call. */
export type ToolMemory = {
  /** Which version of which file the model has seen. */
  readonly seen: Seen;
  /** What write and edit have changed; kept in the session's output folder. */
  readonly checkpoints: (outputFolder: string) => Checkpoints;
  /** The folder that `cd` has led to. */
  readonly shell: ShellMemory;
  /** What runs in the background. */
  readonly jobs: Jobs;
  /** Protected files, kept from what git shows. */
  readonly hidden: HiddenContents;
  /** Ends what still runs in it, when the session ends. What runs after that is begun anew. */
  readonly end: () => Promise<void>;
};

/** A memory in which nothing is yet. */
export function createMemory(): ToolMemory {
  const jobs = createJobs();
  const hidden = createHiddenContents();
  const checkpoints = new Map<string, Checkpoints>();
  return {
    seen: createSeen(),
    checkpoints(outputFolder) {
      const known = checkpoints.get(outputFolder) ?? openCheckpoints(outputFolder);
      checkpoints.set(outputFolder, known);
      return known;
    },
    shell: createShellMemory(),
    jobs,
    hidden,
    async end() {
      await jobs.end();
      hidden.end();
    },
  };
}
