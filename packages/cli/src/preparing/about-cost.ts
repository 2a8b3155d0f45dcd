/** A limit of cost holds only as far as the cost is known. */
import type { ModelChoice } from '@tagma/core';
import { oneLine, visible } from '@tagma/protocol';
import type { RunOptions } from '../options.ts';

/** Whether there is a limit that holds only as far as the cost is known. */
export function limitsCost({ maxCost, maxPromptCost }: Pick<RunOptions, 'maxCost' | 'maxPromptCost'>): boolean {
  return maxCost + maxPromptCost > 0;
}

/** What to tell the person before anything is paid, where there is such a limit and a model has no prices; else null. */
export function aboutUnknownCost(
  options: Pick<RunOptions, 'maxCost' | 'maxPromptCost'>,
  models: readonly ModelChoice[],
): string | null {
  const unknown = models.filter(({ prices }) => prices === undefined).map(({ model }) => oneLine(visible(model)));
  if (!limitsCost(options) || unknown.length === 0) return null;
  const option = options.maxCost > 0 ? '--max-cost' : '--max-prompt-cost';
  return `${option}: no prices are known of ${unknown.join(', ')}. The limit holds only if the endpoint itself says what a reply has cost, or you set prices in the configuration (docs/context.md).`;
}
