/**
 * The rules that lie with a project: `permissions.jsonc` for all who work on it, and `permissions.local.jsonc`, which keeps
 * what this person has answered with "always". Both come with the folder, so they may come from anybody: what they allow
 * counts once the person has trusted the folder as it is (`trust.ts`), what they ask about or deny counts at once.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule, RuleSource } from '@tagma/core';
import { check } from '../config/check.ts';
import { readJsonc } from '../config/jsonc.ts';
import { placeAt } from '../config/place.ts';
import { rulesSchema } from '../config/rules-schema.ts';
import { EXIT } from '../exit.ts';
import { messageOf, type Problem, problem } from '../problem.ts';
import { rulesIn } from './rule-texts.ts';

export const PROJECT_FILE = '.tagma/permissions.jsonc';
export const LOCAL_FILE = '.tagma/permissions.local.jsonc';

const FILES: readonly (readonly [name: string, from: RuleSource])[] = [
  [PROJECT_FILE, 'project'],
  [LOCAL_FILE, 'local'],
];

export type FolderRules = {
  readonly ok: true;
  /** The stricter ones first. */
  readonly rules: readonly Rule[];
  /** Whether they allow anything: then the folder must be trusted. */
  readonly permits: boolean;
  /** Of all that stands in these files. */
  readonly hash: string;
};

/**
 * A file that cannot be read as it was meant ends the run: a denial in it would be lost.
 * @param tools the names of all tools that a rule may be about
 */
export function readFolderRules(folder: string, tools: readonly string[]): FolderRules | Problem {
  const rules: Rule[] = [];
  const texts: string[] = [];
  for (const [name, from] of FILES) {
    const file = join(folder, name);
    const read = readIfThere(file, from, tools);
    if (!read.ok) return read;
    rules.push(...read.rules);
    texts.push(read.text);
  }
  return { ok: true, rules, permits: rules.some(({ says }) => says === 'allow'), hash: hashOf(texts) };
}

type RuleFile = Omit<FolderRules, 'hash' | 'permits'> & { readonly text: string };

const NO_RULES: RuleFile = { ok: true, rules: [], text: '' };

function readIfThere(file: string, from: RuleSource, tools: readonly string[]): RuleFile | Problem {
  try {
    return isThere(file) ? readRuleFile(file, from, tools) : NO_RULES;
  } catch (error) {
    return problem(EXIT.usage, `the permissions cannot be read: ${messageOf(error)}.`);
  }
}

/** What is there and cannot be looked at throws: nobody knows what it denies. So does a device, which has no end. */
function isThere(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(`${file} is no file`);
  return found !== undefined;
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

/** Of the texts of both files as they stand now, whether they are there or not. */
export function hashOfFiles(folder: string): string {
  return hashOf(FILES.map(([name]) => textOf(join(folder, name))));
}

function textOf(file: string): string {
  return isThere(file) ? readFileSync(file, 'utf8').replace(/^\ufeff/, '') : '';
}

/** Of just the texts that the rules were read from: a file may be exchanged at any time. */
function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const [at, [name]] of FILES.entries()) {
    const text = texts[at] ?? '';
    hash.update(`${name} ${text.length}\n`).update(text);
  }
  return hash.digest('hex');
}
