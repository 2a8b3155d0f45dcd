/** Tokens and money, added up. */
import { costBy } from '@tagma/core';
import type { Prices, Usage } from '@tagma/protocol';
import type { UsageReport } from '../report.ts';

export type UsageSum = { -readonly [name in keyof UsageReport]: number };

export function noUsage(): UsageSum {
  return { replies: 0, uncounted: 0, input: 0, output: 0, cached: 0, reasoning: 0, cost: 0 };
}

/** One reply more; `usage` is null where the endpoint did not count. */
export function addUsage(sum: UsageSum, usage: Usage | null): void {
  sum.replies += 1;
  if (usage === null) sum.uncounted += 1;
  else {
    sum.input += usage.input;
    sum.output += usage.output;
    sum.cached += usage.cached ?? 0;
    sum.reasoning += usage.reasoning ?? 0;
    sum.cost += usage.cost ?? 0;
  }
}

/** Where the endpoint does not say what the reply has cost, the model's prices do. */
export function withCost(usage: Usage, prices: Prices | undefined): Usage {
  const cost = usage.cost ?? costBy(prices, usage);
  return cost === null ? usage : { ...usage, cost };
}
