/**
 * One command from start to end. It ends when its shell has ended: a child left in the background may hold the pipes
 * open for ever, so what still comes is taken only until the pipes have been quiet for a moment. On a timeout and on an
 * abort the whole tree is ended first.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { Command, Operations } from './operations.ts';
import { endTree, markCall, rememberTree, SHUTDOWN_GRACE_MS, treeIsLeft } from './process-tree.ts';
import { messageOf } from './thrown.ts';

/** After the shell has ended: so long without output means that there is no more of its own. */
const QUIET_MS = 50;
/** After the shell has ended: a background child that never is quiet is left behind then. */
const DRAIN_MS_MAX = 2_000;
/** After the tree was killed: how long its leader may take to be reaped. */
const REAP_MS_MAX = 1_000;

export type CommandEnd = {
  /** `exit`: by itself. `failed`: it could not be started; `problem` says why. */
  readonly cause: 'exit' | 'timeout' | 'abort' | 'failed';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly problem: string | null;
  /** Whether processes that the command started still run. */
  readonly leftRunning: boolean;
  /** The process that led them; null where none was started. */
  readonly leader: number | null;
  readonly durationMs: number;
};

export type CommandRun = {
  readonly command: Command;
  /** Null: it runs as long as it likes. */
  readonly timeoutMs: number | null;
  readonly signal: AbortSignal;
  /** Aborts when there is no time left to end in good order. */
  readonly shutdown?: AbortSignal | undefined;
  readonly spawn: Operations['spawn'];
  /** Bytes of standard output and standard error, in the order in which they are read. */
  readonly onBytes: (chunk: Buffer, stream: 'stdout' | 'stderr') => void;
  /** Whether this program may end while the command runs; the command ends with it. */
  readonly inBackground?: boolean;
};

/** Never rejects for what a command does. */
export async function runCommand(run: CommandRun): Promise<CommandEnd> {
  const startedAt = performance.now();
  const end = (cause: CommandEnd['cause'], rest: Partial<CommandEnd>): CommandEnd => ({
    ...{ cause, exitCode: null, signal: null, problem: null, leftRunning: false, leader: null, ...rest },
    durationMs: Math.round(performance.now() - startedAt),
  });

  const { id, mark } = markCall(run.command.environment);
  let child: ChildProcess;
  try {
    child = run.spawn({ ...run.command, environment: { ...run.command.environment, ...mark } });
  } catch (error) {
    return end('failed', { problem: messageOf(error) });
  }
  const shellEnded = waitForEnd(child);
  const pipes = readPipes(child, run.onBytes);
  const { pid } = child;
  if (pid === undefined) return end('failed', { problem: (await shellEnded).problem });

  rememberTree(pid, id, endsWithSandbox(run.command));
  if (run.inBackground) {
    child.unref();
    pipes.unref();
  }
  const stop = stopper(pid, run);
  const { exitCode, signal, problem } = await Promise.race([shellEnded, stop.gaveUp]);
  await stop.release();
  await pipes.drain();
  pipes.release();
  child.unref();
  const cause = stop.cause() ?? (problem === null ? 'exit' : 'failed');
  return end(cause, { exitCode, signal, problem, leader: pid, leftRunning: treeIsLeft(pid) });
}

/** Elsewhere, and where it shares the machine's processes, a sandbox is none around them. */
function endsWithSandbox({ bounds }: Command): boolean {
  return Boolean(bounds) && !bounds?.sharesMachine && process.platform === 'linux';
}

type Exit = Pick<CommandEnd, 'exitCode' | 'signal' | 'problem'>;
const UNKNOWN_EXIT: Exit = { exitCode: null, signal: null, problem: null };

function waitForEnd(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ...UNKNOWN_EXIT, problem: messageOf(error) }));
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, problem: null }));
  });
}

/** Ends the tree when the time is up or a signal aborts, whichever comes first. */
function stopper(pid: number, { signal, shutdown, timeoutMs, inBackground }: CommandRun) {
  let cause: 'timeout' | 'abort' | null = null;
  let treeEnded: Promise<void> = Promise.resolve();
  let giveUp: (exit: Exit) => void = () => {};
  const gaveUp = new Promise<Exit>((resolve) => {
    giveUp = resolve;
  });

  function stop(why: 'timeout' | 'abort', graceMs?: number): void {
    cause ??= why;
    treeEnded = endTree(pid, graceMs);
    void treeEnded.then(() => delay(REAP_MS_MAX, UNKNOWN_EXIT, { ref: false })).then(giveUp);
  }
  const onTimeout = () => cause ?? stop('timeout');
  const onAbort = () => cause ?? stop('abort');
  // Also where it is being ended already, with more time.
  const onShutdown = () => stop('abort', SHUTDOWN_GRACE_MS);
  const timer = timeoutMs === null ? undefined : setTimeout(onTimeout, timeoutMs);
  if (inBackground) timer?.unref();
  signal.addEventListener('abort', onAbort, { once: true });
  shutdown?.addEventListener('abort', onShutdown, { once: true });
  if (shutdown?.aborted) onShutdown();
  else if (signal.aborted) onAbort();

  return {
    /** Resolves where even the kernel could not end the shell. */
    gaveUp,
    cause: () => cause,
    /** No stop begins any more; one that has begun is waited for, and may still be hurried. */
    async release(): Promise<void> {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      await treeEnded;
      shutdown?.removeEventListener('abort', onShutdown);
    },
  };
}

function readPipes(child: ChildProcess, onBytes: CommandRun['onBytes']) {
  const { stdout, stderr } = child;
  let lastBytesAt = performance.now();
  let take: CommandRun['onBytes'] | null = onBytes;
  for (const [pipe, stream] of [[stdout, 'stdout'] as const, [stderr, 'stderr'] as const]) {
    pipe?.on('data', (chunk: Buffer) => {
      lastBytesAt = performance.now();
      take?.(chunk, stream);
    });
    // A pipe that breaks is at its end; the exit of the shell says what happened.
    pipe?.on('error', () => {});
  }
  const unref = () => {
    for (const pipe of [stdout, stderr]) if (pipe && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  };
  const closed = once(child, 'close').then(
    () => true,
    () => true,
  );

  return {
    /** Waits for the end of the pipes, or until they have been quiet. */
    async drain(): Promise<void> {
      const since = performance.now();
      let isOver = false;
      while (!isOver) {
        isOver = await Promise.race([closed, delay(QUIET_MS, false, { ref: false })]);
        // After a stall the timer comes before the bytes that are there already: read them first.
        await turn();
        const now = performance.now();
        if (now - lastBytesAt >= QUIET_MS || now - since >= DRAIN_MS_MAX) isOver = true;
      }
    },
    /** What a background child still writes is read and dropped: a closed pipe would kill it. Nothing waits for it. */
    release(): void {
      take = null;
      unref();
    },
    unref,
  };
}
