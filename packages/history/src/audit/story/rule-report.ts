/** A rule as a report names it. */
import { formatRule, type Rule } from '@tagma/core';
import type { RuleReport } from '../report.ts';

export function ruleReport(rule: Rule): RuleReport {
  return { says: rule.says, rule: formatRule(rule), from: rule.from };
}
