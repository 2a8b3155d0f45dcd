/** Watches a session, keeps the rules that the person adds by his answers, and forgets those that he takes back. */
import { formatRule, type Rule, type RuleSource, type Update } from '@tagma/core';
import type { Log } from '@tagma/runtime';
import type { KeptRules } from './kept-rules.ts';

/** Where the answers of this session and of earlier ones are kept together. */
const KEPT: ReadonlySet<RuleSource> = new Set(['answer', 'local']);

/** What cannot be kept holds for the session all the same; the log file says why. */
export async function keepAnswers(update: Update, kept: KeptRules, log: Log): Promise<void> {
  if (update.kind !== 'step') return;
  const { event, emitted } = update;
  const say = (rule: Rule, problem: string | null) => {
    if (problem !== null) log.error({ rule: formatRule(rule), problem }, 'a rule could not be kept, or forgotten');
  };
  if (event.type === 'rule.removed' && KEPT.has(event.rule.from)) say(event.rule, await kept.forget(event.rule));
  for (const each of emitted) if (each.type === 'rule.added') say(each.rule, await kept.keep(each.rule));
}
