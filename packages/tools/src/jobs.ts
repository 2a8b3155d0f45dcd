/**
 * Commands that run on in the background while the session does other things. What they write is kept in a file each; what has
 * come since it was last read is held in a rolling window.
 */
import { type CommandEnd, type CommandRun, runCommand } from './command-run.ts';
import type { LeftBehindTold } from './left-behind.ts';
import { type Masking, openOutputFile } from './output-file.ts';
import { endTree, SHUTDOWN_GRACE_MS, treeIsLeft } from './process-tree.ts';
import { createRollingWindow, type OutputSize } from './rolling-window.ts';

/** So many run at once. */
export const JOBS_RUNNING_MAX = 8;
/** So many that have ended can still be read; the oldest is forgotten first. */
const JOBS_ENDED_MAX = 32;

const WAITING_MS = 60_000;

export type Job = {
  /** `job-1`, `job-2` … */
  readonly id: string;
  readonly command: string;
  /** Whether it has a network of its own. */
  readonly isApart: boolean;
  /** Null while it runs. */
  readonly end: () => CommandEnd | null;
  /** Whether processes of it live, its own or those that it has left running. */
  readonly isLeft: () => boolean;
  /** Whether something can be read, or it has ended. */
  readonly hasNews: () => boolean;
  /** Resolves when something can be read, or it has ended. */
  readonly news: () => Promise<void>;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** What it has left, once it has ended: said once. */
  readonly left: () => LeftBehindTold | null;
  /** Takes out what has come since the last time. */
  readonly read: () => JobOutput;
  /** Ends it with all that it has started; resolves when that is done. In a hurry it gets less time to end by itself. */
  readonly stop: (inHurry?: boolean) => Promise<void>;
};

export type JobOutput = OutputSize & {
  /** The last 100 KB of what is new. */
  readonly text: string;
  /** The file with all that the job has written; null where it has written nothing. */
  readonly file: string | null;
  readonly fileBytes: number;
  readonly fileProblem: string | null;
};

export type JobStart = Pick<CommandRun, 'command' | 'timeoutMs' | 'shutdown' | 'spawn'> & {
  /** As it is shown in a list. */
  readonly title: string;
  readonly outputFolder: string;
  readonly masking: Masking | null;
  /** What of its bytes is output. */
  readonly outputOf: (chunk: Buffer, stream: 'stdout' | 'stderr') => Buffer;
  /** Looks at what it has left, once it has ended. */
  readonly settle: () => Promise<LeftBehindTold>;
};

export type Jobs = {
  /** Null where too many run already. */
  readonly start: (start: JobStart) => Job | null;
  readonly find: (id: string) => Job | undefined;
  readonly all: () => readonly Job[];
  /** Ends them all. */
  readonly end: () => Promise<void>;
};

export function createJobs(): Jobs {
  const jobs = new Map<string, Job>();
  let lastNumber = 0;

  function forgetOldest(): void {
    const ended = [...jobs.values()].filter((job) => job.end() !== null && !job.isLeft());
    for (const job of ended.slice(0, Math.max(0, ended.length - JOBS_ENDED_MAX))) jobs.delete(job.id);
  }

  return {
    start(start) {
      if ([...jobs.values()].filter((job) => job.end() === null).length >= JOBS_RUNNING_MAX) return null;
      forgetOldest();
      const job = startJob(`job-${++lastNumber}`, start);
      jobs.set(job.id, job);
      return job;
    },
    find: (id) => jobs.get(id),
    all: () => [...jobs.values()],
    async end() {
      await Promise.all([...jobs.values()].map((job) => job.stop(true)));
      jobs.clear();
    },
  };
}

function startJob(id: string, start: JobStart): Job {
  const { title, outputFolder, masking, outputOf, settle, shutdown, ...run } = start;
  const stopped = new AbortController();
  const hurried = new AbortController();
  const unread = createRollingWindow();
  const file = openOutputFile(outputFolder, masking);
  const listeners = new Set<() => void>();
  let fileBytes = 0;
  let end: CommandEnd | null = null;
  let left: LeftBehindTold | null = null;

  const tell = (): void => {
    for (const listener of listeners) listener();
    listeners.clear();
  };
  const ended = runCommand({
    ...run,
    signal: stopped.signal,
    shutdown: shutdown ? AbortSignal.any([shutdown, hurried.signal]) : hurried.signal,
    inBackground: true,
    onBytes(chunk, stream) {
      const output = outputOf(chunk, stream);
      if (output.length === 0) return;
      fileBytes += output.length;
      file.write(output);
      unread.take(output);
      tell();
    },
  }).then(async (how) => {
    left = await settle();
    end = how;
    file.end();
    tell();
  });
  const isLeft = (): boolean => {
    if (end === null) return true;
    return end.leader !== null && treeIsLeft(end.leader);
  };
  const hasNews = (): boolean => end !== null || unread.size().totalBytes > 0;

  return {
    id,
    command: title,
    isApart: run.command.bounds?.network === false,
    end: () => end,
    isLeft,
    hasNews,
    ended,
    left: () => {
      const told = left;
      left = null;
      return told;
    },
    news: () => (hasNews() ? Promise.resolve() : new Promise((resolve) => listeners.add(resolve))),
    read: () => ({
      ...unread.takeOut(end !== null),
      file: file.path(),
      fileBytes,
      fileProblem: file.problem(),
    }),
    async stop(inHurry = false) {
      // Nothing of a job keeps this program running; whoever waits for its end does.
      const waiting = setInterval(() => {}, WAITING_MS);
      (inHurry ? hurried : stopped).abort();
      await ended;
      clearInterval(waiting);
      if (end?.leader != null && isLeft()) await endTree(end.leader, SHUTDOWN_GRACE_MS);
    },
  };
}
