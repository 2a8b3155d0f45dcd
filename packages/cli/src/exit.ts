/** What the command's exit code says. */
import type { TurnResult } from '@tagma/core';

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** A final was reached, but something was denied on the way, and no later reply ran whole. */
  denied: 3,
  limit: 4,
  uncorrected: 5,
  /** 128 + the signal's number. */
  hungUp: 129,
  interrupted: 130,
  brokenPipe: 141,
} as const;

export function exitCodeOf(result: TurnResult): number {
  switch (result.kind) {
    case 'done':
      return result.denials.length > 0 && !result.madeGood ? EXIT.denied : EXIT.done;
    case 'failed':
      return EXIT.failed;
    case 'limit':
      return EXIT.limit;
    case 'uncorrected':
      return EXIT.uncorrected;
    case 'aborted':
      return EXIT.interrupted;
  }
}
