/**
 * What replies have used up, added up from what each one's event says. What an endpoint does not say is estimated, worked out
 * by the model's prices, or not known, and the sum says of how many replies that holds: nothing passes for a count that is none.
 */
import type { Prices, Usage } from '@tagma/protocol';
import type { ModelChoice, ModelRef } from './model-choice.ts';

/** What a number of replies has used up. */
export type UsageSum = {
  /** Replies that have come, whole or cut off; summaries are among them. */
  readonly replies: number;
  /** Those of them whose tokens the endpoint did not count: they are estimated. */
  readonly estimated: number;
  /** Tokens. */
  readonly input: number;
  readonly output: number;
  /** Of the input, what came from a cache, and what was put into one, as far as the endpoint says it. */
  readonly cached: number;
  readonly cacheWritten: number;
  /** Of the output, what the model thought, as far as the endpoint says it. */
  readonly reasoning: number;
  /** Of all replies whose cost is known. */
  readonly cost: number;
  /** Replies whose cost the endpoint did not say: by the model's prices, and not known at all. */
  readonly priced: number;
  readonly unpriced: number;
};

/** What one model has used up. */
export type ModelUsage = ModelRef & UsageSum;

/** Of a whole session, and of each model of it in the order in which they were first asked. */
export type SessionUsage = {
  readonly all: UsageSum;
  readonly models: readonly ModelUsage[];
  /** Since the session began, or was taken up again last: its limits count from there. */
  readonly since: UsageSum;
  /** What may be used up of them since the person has let a limit pass. */
  readonly granted: { readonly [limit in 'session-tokens' | 'session-cost']?: number };
};

/** The sum of no replies. */
export const NO_USAGE: UsageSum = {
  replies: 0,
  estimated: 0,
  input: 0,
  output: 0,
  cached: 0,
  cacheWritten: 0,
  reasoning: 0,
  cost: 0,
  priced: 0,
  unpriced: 0,
};

export const NO_SESSION_USAGE: SessionUsage = { all: NO_USAGE, models: [], since: NO_USAGE, granted: {} };

/** One reply: `estimated` is there where the endpoint did not count its tokens. */
export type Used = { readonly usage: Usage; readonly estimated?: true };

/** Sent and received. */
export function tokensIn({ input, output }: UsageSum): number {
  return input + output;
}

/** Null where it is known of no reply. */
export function costIn({ replies, unpriced, cost }: UsageSum): number | null {
  return replies === unpriced ? null : cost;
}

/** What a reply costs by prices; null where there are none. */
export function costBy(prices: Prices | undefined, usage: Usage): number | null {
  if (prices === undefined) return null;
  const { input, output } = usage;
  // Parts of the input, whatever an endpoint says.
  const cached = Math.min(usage.cached ?? 0, input);
  const cacheWritten = Math.min(usage.cacheWritten ?? 0, input - cached);
  const amounts = [
    (input - cached - cacheWritten) * prices.input,
    cached * (prices.cached ?? prices.input),
    cacheWritten * (prices.cacheWritten ?? prices.input),
    output * prices.output,
  ];
  return amounts.reduce((sum, amount) => sum + amount, 0) / TOKENS_PRICED;
}

/** Prices are for so many tokens. */
const TOKENS_PRICED = 1_000_000;

export function withReply(sum: UsageSum, { usage, estimated }: Used, prices: Prices | undefined): UsageSum {
  const priced = usage.cost === undefined ? costBy(prices, usage) : null;
  const cost = usage.cost ?? priced;
  return {
    replies: sum.replies + 1,
    estimated: sum.estimated + (estimated ? 1 : 0),
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    cached: sum.cached + (usage.cached ?? 0),
    cacheWritten: sum.cacheWritten + (usage.cacheWritten ?? 0),
    reasoning: sum.reasoning + (usage.reasoning ?? 0),
    cost: sum.cost + (cost ?? 0),
    priced: sum.priced + (priced === null ? 0 : 1),
    unpriced: sum.unpriced + (cost === null ? 1 : 0),
  };
}

export function withReplyOf(
  { all, models, since, granted }: SessionUsage,
  { endpoint, model, prices }: ModelChoice,
  used: Used,
): SessionUsage {
  const isKnown = models.some((one) => one.endpoint === endpoint && one.model === model);
  const listed = isKnown ? models : [...models, { endpoint, model, ...NO_USAGE }];
  return {
    all: withReply(all, used, prices),
    since: withReply(since, used, prices),
    granted,
    models: listed.map((one) =>
      one.endpoint === endpoint && one.model === model ? { ...one, ...withReply(one, used, prices) } : one,
    ),
  };
}

/** The limits of the session count from here. */
export function countedAnew(usage: SessionUsage): SessionUsage {
  return { ...usage, since: NO_USAGE, granted: {} };
}
