/** What takes a session that runs without a screen, and writes it to standard output in one form. */
import type { Update } from '@tagma/core';
import type { Answer, Gate } from '@tagma/runtime';

export type Output = {
  /** Takes every update of the session, in order. */
  readonly take: (update: Update) => void;
  /** All has been said. Resolves when all has been handed to standard output. */
  readonly end: (answer: Answer) => Promise<void>;
  /** Asked before anything happens: it may wait for who reads. */
  readonly gate?: Gate;
  /** Whether progress is written to standard error beside it. */
  readonly hasProgress: boolean;
};
