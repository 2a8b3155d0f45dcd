/** Rules as they are written, read: a rule for a tool that there is not would silently mean nothing, and is refused. */
import { formatRule, parseRule, type Rule, type RuleSource, type Verdict } from '@tagma/core';
import { nearestNames } from '@tagma/protocol';
import { ruleIn } from '../config/rule-in.ts';
import type { RulesInFile } from '../config/rules-schema.ts';

export type ReadRules =
  | { readonly ok: true; readonly rules: readonly Rule[] }
  | { readonly ok: false; readonly rule: string; readonly message: string };

const SAYS: readonly Verdict[] = ['deny', 'ask', 'allow'];

/** @param tools the names of all tools that a rule may be about */
export function readRules(
  texts: readonly string[],
  says: Verdict,
  from: RuleSource,
  tools: readonly string[],
): ReadRules {
  const rules: Rule[] = [];
  for (const text of texts) {
    const wrong = aboutTool(text, tools);
    if (wrong !== null) return { ok: false, rule: text, message: wrong };
    const read = parseRule(text, says, from);
    if (!read.ok) return { ok: false, rule: text, message: read.message };
    rules.push(read.rule);
  }
  return { ok: true, rules };
}

/** All rules of a file. */
export function rulesIn(file: RulesInFile, from: RuleSource, tools: readonly string[]): ReadRules {
  const rules: Rule[] = [];
  for (const says of SAYS) {
    const read = readRules((file[says] ?? []).map(ruleIn), says, from, tools);
    if (!read.ok) return read;
    rules.push(...read.rules);
  }
  return { ok: true, rules };
}

/** Looked at before the pattern: how a pattern for no tool should be written does not matter. */
function aboutTool(text: string, names: readonly string[]): string | null {
  const tool = /^\s*([a-z][\w.-]*)/i.exec(text)?.[1];
  if (tool === undefined || names.includes(tool.toLowerCase())) return null;
  const [near] = nearestNames(tool, names, 1);
  const meant = near === undefined ? '' : ` Did you mean ${formatRule({ tool: near, pattern: '' })}?`;
  return `there is no tool ${tool}.${meant} There are: ${names.join(', ')}.`;
}
