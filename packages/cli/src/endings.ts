/**
 * What asks the program to end before it is done: a signal, or a standard output that nobody takes any more. While they
 * are watched none of them ends the process by itself: who has something to stop or to close is told, and does it.
 */
import { constants } from 'node:os';
import { bearLostTerminal } from './lost-terminal.ts';
import { whenOutputCloses } from './output.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Take = (signal: NodeJS.Signals) => void;

export type Endings = {
  /** What the first that came makes the exit code (128 + the signal's number), or null. */
  readonly exitCode: () => number | null;
  /**
   * Calls back once, with the signal to pass on to other processes, when the first comes; where it has come already,
   * soon, and never from within this call. Gives the way to take that back.
   */
  readonly onEnd: (take: Take) => () => void;
  /** For as long as it is not taken back, Ctrl+C is for somebody else. Gives the way to take that back. */
  readonly withoutInterrupt: () => () => void;
};

/** Watches for the rest of the process's life. A second ending changes nothing: the first is being seen to. */
export function watchEndings(): Endings {
  const waiting = new Set<Take>();
  let heedsInterrupt = true;
  let came: { readonly exitCode: number; readonly signal: NodeJS.Signals } | null = null;

  const tell = () => {
    if (came === null) return;
    for (const take of waiting) {
      waiting.delete(take);
      take(came.signal);
    }
  };
  const end = (exitCode: number, signal: NodeJS.Signals) => {
    came ??= { exitCode, signal };
    tell();
  };

  for (const name of SIGNALS) {
    process.on(name, () => {
      if (name !== 'SIGINT' || heedsInterrupt) end(128 + constants.signals[name], name);
    });
  }
  whenOutputCloses((exitCode) => end(exitCode, 'SIGTERM'));
  bearLostTerminal();

  return {
    exitCode: () => came?.exitCode ?? null,
    withoutInterrupt() {
      heedsInterrupt = false;
      return () => {
        heedsInterrupt = true;
      };
    },
    onEnd(take) {
      waiting.add(take);
      queueMicrotask(tell);
      return () => waiting.delete(take);
    },
  };
}
