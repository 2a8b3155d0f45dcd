/** Signals that ask the program to end. The first is taken by the session, which stops what runs; the exit code tells which. */
import { constants } from 'node:os';

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Signals = {
  /** 128 + the number of the signal that came, or null. */
  readonly exitCode: () => number | null;
  readonly release: () => void;
};

export function onSignals(take: () => void): Signals {
  let code: number | null = null;
  const handler = (signal: NodeJS.Signals) => {
    code ??= 128 + constants.signals[signal];
    take();
  };
  for (const signal of ENDING) process.on(signal, handler);
  return {
    exitCode: () => code,
    release() {
      for (const signal of ENDING) process.off(signal, handler);
    },
  };
}
