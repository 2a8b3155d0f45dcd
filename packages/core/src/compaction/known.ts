import type { Summary } from '@tagma/protocol';

/** What is known of the messages that were left out. */
export type Memory = {
  /** What the person said in them, oldest first. */
  readonly said: readonly string[];
  /** Of the rest; null where no summary could be had yet. */
  readonly summary: Summary | null;
};

/** As the model names them: relative to the folder where they are in it. Each once, by the last time. */
export type Files = { readonly read: readonly string[]; readonly changed: readonly string[] };
