/** The rules of `--allow`: one for a tool that is not offered would silently mean nothing, and is refused. */
import { formatRule, MACHINE_TOOLS, parseRule, type Rule } from '@tagma/core';
import { EXIT } from './exit.ts';
import { type Problem, problem } from './problem.ts';

export type Allowed = { readonly ok: true; readonly rules: readonly Rule[] };

export async function readAllowed(texts: readonly string[]): Promise<Allowed | Problem> {
  const rules: Rule[] = [];
  for (const text of texts) {
    const wrong = await aboutTool(text);
    if (wrong !== null) return problem(EXIT.usage, `--allow ${text}: ${wrong}`);
    const read = parseRule(text, 'allow');
    if (!read.ok) return problem(EXIT.usage, `--allow ${text}: ${read.message}`);
    rules.push(read.rule);
  }
  return { ok: true, rules };
}

/** Looked at before the pattern: how a pattern for no tool should be written does not matter. */
async function aboutTool(text: string): Promise<string | null> {
  const tool = /^\s*([a-z][\w.-]*)/i.exec(text)?.[1];
  if (tool === undefined) return null;
  const { builtinSpecs, nearestNames } = await import('@tagma/tools');
  const names = [...builtinSpecs(), ...MACHINE_TOOLS].map(({ name }) => name);
  if (names.includes(tool.toLowerCase())) return null;
  const [near] = nearestNames(tool, names, 1);
  const meant = near === undefined ? '' : ` Did you mean ${formatRule({ tool: near, pattern: '' })}?`;
  return `there is no tool ${tool}.${meant} There are: ${names.join(', ')}.`;
}
