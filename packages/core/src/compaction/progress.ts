import type { Fault, SummaryRepair } from '@tagma/protocol';
import type { Digest } from '../digest.ts';
import type { CompactionCause, ConversationCompacted } from '../effects.ts';
import type { Entry } from '../message.ts';
import type { Size } from '../tokens.ts';

/**
 * How far a compaction has come: old messages have been shortened, then the model has summed up what is old, or could not, and
 * then there is nothing more to be done. `how` is the last thing that made it smaller.
 */
export type Compaction = {
  readonly why: CompactionCause;
  readonly focus: string;
  /** What it has changed at its beginning, as that was, where no turn runs: the session rests again afterwards. Null in a turn. */
  readonly before: Compacted | null;
  /** What the endpoint said, where it reported an overflow. */
  readonly fault: Fault | null;
  readonly stage: 'shortened' | 'summarised' | 'unsummarised' | 'exhausted';
  readonly how: ConversationCompacted['how'];
  /** What was wrong with the form of the summary, and was mended. */
  readonly repairs: readonly SummaryRepair[];
  /** Why there is no summary, where one was asked for; and whether that is something that passes, as an overload does. */
  readonly problem: string | null;
  readonly passes: boolean;
  /** The number of the last message that had to wait when it began. */
  readonly lastMessage: number;
  readonly tokensBefore: number;
  /** To be reached; in tokens as estimated, the system prompt among them. */
  readonly tokensWanted: number;
  /** How many of the last messages were not old when it began. */
  readonly kept: number;
};

/** Of the context, what a compaction changes before a summary is asked for. */
export type Compacted = {
  readonly conversation: readonly Entry[];
  readonly systemSent: 'usual' | 'small';
  readonly digest: Digest;
  readonly size: Size;
  readonly sent: number;
  readonly compactions: number;
};
