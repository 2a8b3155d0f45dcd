/**
 * Every way in which a program can lose its terminal: it ends, it crashes, it is told to end, it is stopped and comes
 * back. Whoever has the terminal in an unusual state watches them all, and gives it back in time.
 */

export type Deadly = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export type WaysOut = {
  /** The process ends, or an exception nobody caught is about to end it. Runs synchronously; may come twice. */
  onEnd(): void;
  /** The process has been told to end. It does not end by itself. */
  onSignal(signal: Deadly): void;
  /** The process is about to stop. */
  onStop(): void;
  /** The process goes on after a stop, its own or one that nobody told it of. */
  onContinue(): void;
};

const DEADLY: readonly Deadly[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A stop that the system ignores (nobody could continue the process) is over after this time. */
const STOP_IGNORED_MS = 200;

/** Takes what tells the process to end while nobody is ready for it. */
export type HeldSignals = {
  /** Lets go. Gives the first signal that came, or null. Doing it twice is harmless. */
  release(): Deadly | null;
};

export function holdSignals(): HeldSignals {
  let first: Deadly | null = null;
  const hold = (signal: Deadly): void => {
    first ??= signal;
  };
  for (const signal of DEADLY) process.on(signal, hold);
  return {
    release() {
      for (const signal of DEADLY) process.removeListener(signal, hold);
      return first;
    },
  };
}

/** Watches until the function that it returns is called. */
export function watchWaysOut({ onEnd, onSignal, onStop, onContinue }: WaysOut): () => void {
  let ignored: NodeJS.Timeout | undefined;

  // Listening replaces what the signal does by itself, which is still wanted: so it is let through once.
  function stop(): void {
    onStop();
    process.removeListener('SIGTSTP', stop);
    ignored = setTimeout(goOn, STOP_IGNORED_MS);
    process.kill(process.pid, 'SIGTSTP');
  }

  function goOn(): void {
    clearTimeout(ignored);
    process.removeListener('SIGTSTP', stop);
    process.on('SIGTSTP', stop);
    onContinue();
  }

  process.on('exit', onEnd);
  // It sees rejections that nobody handled too, and leaves what happens next to Node or to whoever handles it.
  process.on('uncaughtExceptionMonitor', onEnd);
  for (const signal of DEADLY) process.on(signal, onSignal);
  process.on('SIGTSTP', stop);
  process.on('SIGCONT', goOn);

  return () => {
    clearTimeout(ignored);
    process.removeListener('exit', onEnd);
    process.removeListener('uncaughtExceptionMonitor', onEnd);
    for (const signal of DEADLY) process.removeListener(signal, onSignal);
    process.removeListener('SIGTSTP', stop);
    process.removeListener('SIGCONT', goOn);
  };
}

/** Stops this process and those that were started with it (an `npx` around it), so that the shell takes over. */
export function suspend(): void {
  if (process.platform !== 'win32') process.kill(0, 'SIGTSTP');
}
