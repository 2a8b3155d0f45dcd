/** The rules of `--allow`: one for a tool that is not offered would silently mean nothing, and is refused. */
import { formatRule, parseRule, type Rule } from '@tagma/core';
import type { ToolSpec } from '@tagma/protocol';
import { nearestNames } from '@tagma/tools';
import { EXIT } from './exit.ts';
import { type Problem, problem } from './problem.ts';

export type Allowed = { readonly ok: true; readonly rules: readonly Rule[] };

/** @param offered the tools that there are. */
export function readAllowed(texts: readonly string[], offered: readonly ToolSpec[]): Allowed | Problem {
  const names = offered.map(({ name }) => name);
  const rules: Rule[] = [];
  for (const text of texts) {
    const wrong = aboutTool(text, names);
    if (wrong !== null) return problem(EXIT.usage, `--allow ${text}: ${wrong}`);
    const read = parseRule(text, 'allow');
    if (!read.ok) return problem(EXIT.usage, `--allow ${text}: ${read.message}`);
    rules.push(read.rule);
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
