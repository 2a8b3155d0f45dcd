/** The exit code of a screen that has been left. */
import type { Leaving } from '@tagma/tui';
import { EXIT } from '../exit.ts';

export function exitOf(leaving: Leaving): number {
  if (leaving.kind === 'signal') return EXIT_OF[leaving.signal];
  return leaving.kind === 'terminal-closed' ? EXIT.hungUp : EXIT.done;
}

/** 128 + the signal's number. */
const EXIT_OF = { SIGINT: EXIT.interrupted, SIGTERM: 143, SIGHUP: EXIT.hungUp } as const;
