/** All rules of a run, whoever has set them, and whether the folder must be trusted first. */
import type { Rule } from '@tagma/core';
import { MACHINE_TOOLS } from '@tagma/core';
import { settledSpecs } from '@tagma/tools';
import type { Config } from '../config/config.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { readFolderRules } from './folder-rules.ts';
import { readRules, rulesIn } from './rule-texts.ts';
import { keepTrust, type Trust, trustIn } from './trust.ts';

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
  /** Whether the person has said no to just this. */
  readonly refused: boolean;
  readonly warnings: readonly string[];
  /** The hash of the folder's files as the person trusts them; null where he does not, and nothing may be added to them. */
  readonly agreed: string | null;
  /** The person has been asked. Gives the rules that hold then, and what could not be kept. */
  readonly answer: (trusts: boolean) => Promise<RulesOfRun>;
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
  const found = readFolderRules(folder, tools);
  if (!found.ok) return found;
  const { hash, permits } = found;
  const held = [...given, ...own.rules, ...found.rules.filter(({ says }) => says !== 'allow')];
  const allowed = found.rules.filter(({ says }) => says === 'allow');
  const all = [...held, ...allowed];
  const agreed: RulesOfRun = { ...NOTHING_TO_ASK, rules: all, agreed: hash };
  if (!permits) return agreed;
  if (options.trustFolder) {
    const unkept = await keepTrust(folder, hash, true, env);
    return withWarning(agreed, unkept);
  }
  const trust: Trust = trustIn(folder, hash, env);
  if (trust === 'trusted') return agreed;
  const asked: RulesOfRun = {
    ok: true,
    rules: held,
    untrusted: allowed,
    refused: trust === 'not trusted',
    warnings: [],
    agreed: null,
    answer: async (trusts) => {
      const unkept = await keepTrust(folder, hash, trusts, env);
      return withWarning(trusts ? agreed : { ...asked, refused: true }, unkept);
    },
  };
  return asked;
}

function withWarning(rules: RulesOfRun, warning: string | null): RulesOfRun {
  return warning === null ? rules : { ...rules, warnings: [...rules.warnings, warning] };
}

const NOTHING_TO_ASK: Omit<RulesOfRun, 'rules' | 'agreed'> = {
  warnings: [],
  ok: true,
  untrusted: [],
  refused: false,
  answer: () => Promise.reject(new Error('there is nothing to agree to')),
};

/** The names of all tools that a rule may be about, whether this run offers them or not. */
export function allTools(config: Config, offered: readonly string[]): readonly string[] {
  const known = [...settledSpecs(), ...MACHINE_TOOLS].map(({ name }) => name);
  return [...new Set([...known, ...Object.keys(config.customTools ?? {}), ...offered])];
}
