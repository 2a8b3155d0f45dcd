/** A model, as the machine knows it: plain data. */
import type { Prices } from '@tagma/protocol';

/** A model at a server. */
export type ModelRef = {
  /** The address, as it may be shown. */
  readonly endpoint: string;
  readonly model: string;
};

/** A model, and what the machine has to know of it. */
export type ModelChoice = ModelRef & {
  /** Tokens that it takes in, with its reply; 0 where it is not known: then nothing is compacted ahead of time. */
  readonly windowTokens: number;
  /** Whether it is sent back what it thought, with what it said. */
  readonly reasoningBack: boolean;
  /** Whether the server's template opens a thought before a reply begins. */
  readonly startsInThought: boolean;
  /** What it costs where the endpoint does not say it of a reply; left out where it is not known. Of one that is free, 0. */
  readonly prices?: Prices;
};

/** A model of no name at no endpoint, with an unknown window: what a choice is filled up from. */
export const NO_MODEL: ModelChoice = {
  endpoint: '',
  model: '',
  windowTokens: 0,
  reasoningBack: false,
  startsInThought: false,
};
