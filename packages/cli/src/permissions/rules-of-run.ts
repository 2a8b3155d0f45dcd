/** All rules of a run, whoever has set them; those that the folder brings only where the person trusts it. */
import type { Rule } from '@tagma/core';
import { MACHINE_TOOLS } from '@tagma/core';
import { settledSpecs } from '@tagma/tools';
import type { Config } from '../config/config.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { bringsRules, hashOfFolder } from './folder-files.ts';
import type { FolderRules } from './folder-rules.ts';
import { readRules, rulesIn } from './rule-texts.ts';
import { keepTrust, trustIn } from './trust.ts';

export type RuleOptions = {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  readonly trustFolder?: boolean;
};

export type RulesOfRun = {
  readonly ok: true;
  /** Those that hold now. */
  readonly rules: readonly Rule[];
  /** What the folder's own files allow, and the person has not agreed to; empty where he has, or nothing is allowed. */
  readonly untrusted: readonly Rule[];
  readonly warnings: readonly string[];
  /** The hash of the folder's files as the person trusts them; null where he does not, and nothing may be added to them. */
  readonly agreed: string | null;
};

/** @param offered the tools of this run: an option must be about one of them */
export async function rulesOfRun(
  folder: string,
  options: RuleOptions,
  config: Config,
  offered: readonly string[],
  env: Environment,
): Promise<RulesOfRun | Problem> {
  const given: Rule[] = [];
  for (const says of ['deny', 'ask', 'allow'] as const) {
    const read = readRules(options[says], says, 'option', offered);
    if (!read.ok) return problem(EXIT.usage, `--${says} ${read.rule}: ${read.message}`);
    given.push(...read.rules);
  }
  const tools = allTools(config, offered);
  const own = rulesIn(config.permissions ?? {}, 'user', tools);
  if (!own.ok) return problem(EXIT.usage, `${config.file}: permissions: ${own.rule}: ${own.message}`);
  const found = await folderRules(folder, tools, config);
  if (!found.ok) return found;
  const { hash, permits } = found;
  const held = [...given, ...own.rules, ...found.rules.filter(({ says }) => says !== 'allow')];
  const allowed = found.rules.filter(({ says }) => says === 'allow');
  const all = [...held, ...allowed];
  const agreed: RulesOfRun = { ok: true, rules: all, untrusted: [], warnings: [], agreed: hash };
  if (!permits) return agreed;
  if (options.trustFolder) {
    const unkept = await keepTrust(folder, hash, true, env);
    return unkept === null ? agreed : { ...agreed, warnings: [unkept] };
  }
  if (trustIn(folder, hash, env) === 'trusted') return agreed;
  return { ok: true, rules: held, untrusted: allowed, warnings: [], agreed: null };
}

/** What reads such files is loaded only where there is one. */
async function folderRules(
  folder: string,
  tools: readonly string[],
  { inProject }: Config,
): Promise<FolderRules | Problem> {
  if (inProject === undefined && !bringsRules(folder))
    return { ok: true, rules: [], permits: false, hash: hashOfFolder(folder) };
  return (await import('./folder-rules.ts')).readFolderRules(folder, tools, inProject);
}

/** The names of all tools that a rule may be about, whether this run offers them or not. */
export function allTools(config: Config, offered: readonly string[]): readonly string[] {
  const known = [...settledSpecs(), ...MACHINE_TOOLS].map(({ name }) => name);
  return [...new Set([...known, ...Object.keys(config.customTools ?? {}), ...offered])];
}
