/** How a session is set up: what holds from its first event, or from where it was taken up again. */
import type { HookPoint } from './hooks/types.ts';
import type { Rule } from './rules.ts';
import type { Mode } from './verdict.ts';

/** The share of what a request may take at which a compaction begins, where nobody says another. */
export const COMPACT_AT = 0.8;
/** Earlier there is little to compact. */
export const COMPACT_AT_MIN = 0.3;
/** Later there is no room left for what was estimated too low. */
export const COMPACT_AT_MAX = 0.95;
/** The same of what the outcomes of one reply may have of it. */
export const OUTPUT_SHARE = 0.3;

/** What holds for a session: it stands in its first event, and in the one with which it is taken up again. */
export type Settings = {
  readonly mode: Mode;
  readonly rules: readonly Rule[];
  /** Nobody can be asked: what would ask is denied. */
  readonly headless: boolean;
  /** Replies of the model to one prompt. */
  readonly turnsMax: number;
  /** Tokens of one prompt's turn, sent and received; 0 where there is no limit, as for the two below. */
  readonly tokensMax: number;
  /** What a turn costs: as the endpoint says, in its own unit of money, else by the model's prices. */
  readonly costMax: number;
  /** The same of the session, since it began or was taken up again last; left out where there is no limit. */
  readonly sessionTokensMax?: number;
  readonly sessionCostMax?: number;
  /** Milliseconds of a turn, but for those in which the person is waited for. */
  readonly timeMsMax: number;
  /** Whether the window of a model is found out where it is not known. */
  readonly findsWindow: boolean;
  /** The share of what a request may take (the window less what is kept for the reply) at which a compaction begins. */
  readonly compactAt: number;
  /** The share of what a request may take that the outcomes of one reply may have; 0: as much as tools show at most. */
  readonly outputShare: number;
  /** Whether tokens are counted by an exact encoder once much of the window is used. */
  readonly countsTokens: boolean;
  /**
   * Whether the model is told what the project says of itself, and of its files: what came of it stands in the prompt. They are for
   * whoever goes on with the session; left out in older ones.
   */
  readonly guides?: boolean;
  readonly map?: 'auto' | 'on' | 'off';
  /** Replies in a row that are asked for again because they hold no element. */
  readonly correctionsMax: number;
  /** Requests that are made again, in a row, where the endpoint fails in a way that may pass. */
  readonly retriesMax: number;
  /** How long the endpoint may fail before the turn does, in milliseconds. */
  readonly outageMsMax: number;
  /** Commands run in a sandbox. */
  readonly sandbox: boolean;
  /** The person is asked before the model begins a plan, and the model is told when the person begins or ends plan mode. Left out: neither. */
  readonly plansWithPerson?: true;
  /** The only block of code for a shell, in a reply without an element, is an action of `bash`. */
  readonly bashFence: boolean;
  /** The points at which there are hooks. Left out: at none. */
  readonly hooks?: readonly HookPoint[];
};
