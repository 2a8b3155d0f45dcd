/**
 * The rules that lie with a project: `permissions.jsonc` for all who work on it, and `permissions.local.jsonc`, which keeps
 * what this person has answered with "always". Both come with the folder, so they may come from anybody: what they allow
 * counts once the person has trusted the folder as it is (`trust.ts`), what they ask about or deny counts at once.
 */
import { join } from 'node:path';
import type { Rule, RuleSource } from '@tagma/core';
import { check } from '../config/check.ts';
import type { Config } from '../config/config.ts';
import { readJsonc } from '../config/jsonc.ts';
import { placeAt } from '../config/place.ts';
import { rulesSchema } from '../config/rules-schema.ts';
import { EXIT } from '../exit.ts';
import { messageOf, type Problem, problem } from '../problem.ts';
import { hashOfFolder, isFile, LOCAL_FILE, PROJECT_FILE } from './folder-files.ts';
import { rulesIn } from './rule-texts.ts';

const FILES: readonly (readonly [name: string, from: RuleSource])[] = [
  [PROJECT_FILE, 'project'],
  [LOCAL_FILE, 'local'],
];

export type FolderRules = {
  readonly ok: true;
  /** The stricter ones first. */
  readonly rules: readonly Rule[];
  /** Whether they allow anything, or the configuration does something of the kind: then the folder must be trusted. */
  readonly permits: boolean;
  /** Of all that stands in the project's files. */
  readonly hash: string;
};

/**
 * A file that cannot be read as it was meant ends the run: a denial in it would be lost.
 * @param tools the names of all tools that a rule may be about
 * @param inProject what the configuration's files of the project say of rules
 */
export function readFolderRules(
  folder: string,
  tools: readonly string[],
  inProject: Config['inProject'],
): FolderRules | Problem {
  const rules: Rule[] = [];
  const texts: Record<string, string> = { ...inProject?.texts };
  for (const [name, from] of FILES) {
    const read = readIfThere(join(folder, name), from, tools);
    if (!read.ok) return read;
    rules.push(...read.rules);
    texts[name] = read.text;
  }
  for (const { from, file, permissions } of inProject?.rules ?? []) {
    const found = rulesIn(permissions, from, tools);
    if (!found.ok) return problem(EXIT.usage, `${file}: permissions: ${found.rule}: ${found.message}`);
    rules.push(...found.rules);
  }
  return {
    ok: true,
    rules,
    permits: inProject?.waits === true || rules.some(({ says }) => says === 'allow'),
    hash: hashOfFolder(folder, texts),
  };
}

type RuleFile = Omit<FolderRules, 'hash' | 'permits'> & { readonly text: string };

const NO_RULES: RuleFile = { ok: true, rules: [], text: '' };

function readIfThere(file: string, from: RuleSource, tools: readonly string[]): RuleFile | Problem {
  try {
    return isFile(file) ? readRuleFile(file, from, tools) : NO_RULES;
  } catch (error) {
    return problem(EXIT.usage, `the permissions cannot be read: ${messageOf(error)}.`);
  }
}

/** @param tools the names of all tools that a rule may be about */
export function readRuleFile(file: string, from: RuleSource, tools: readonly string[]): RuleFile | Problem {
  let read: ReturnType<typeof readJsonc>;
  try {
    read = readJsonc(file);
  } catch (error) {
    return problem(EXIT.usage, `the permissions cannot be read: ${messageOf(error)}.`);
  }
  if (!read.ok) return problem(EXIT.usage, read.message);
  const { root, text } = read;
  if (root === undefined) return { ...NO_RULES, text };
  const checked = check(rulesSchema, root, text, file);
  if (!checked.ok) return problem(EXIT.usage, checked.message);
  if (checked.warnings.length > 0) return problem(EXIT.usage, checked.warnings.join('\n'));
  const found = rulesIn(checked.values, from, tools);
  if (found.ok) return { ok: true, rules: found.rules, text };
  const at = Math.max(text.indexOf(JSON.stringify(found.rule)), 0);
  return problem(EXIT.usage, `${placeAt(file, text, at)}: ${found.rule}: ${found.message}`);
}
