/** The options of a run, as the command line gives them, and checked. */
import type { Mode } from '@tagma/core';
import { type Config, fileOf } from './config/config.ts';
import { type LogSettings, logSettings } from './logs/settings.ts';
import { type RulesOfRun, rulesOfRun } from './permissions/rules-of-run.ts';
import type { Problem } from './problem.ts';
import { projectPlace } from './project-place.ts';
import { type PromptTexts, readPrompts } from './prompts.ts';
import { readSettings, type Settings } from './settings.ts';
import { type GivenOptions, type RunOptions, settledOptions } from './settled-options.ts';
import { type ToolSet, toolSet } from './tool-set.ts';

export type { GivenOptions, RunOptions } from './settled-options.ts';

export type Checked = {
  readonly ok: true;
  readonly options: RunOptions;
  readonly folder: string;
  /** The folder for histories that was named (`historyFolder`), from the root. */
  readonly history: string | undefined;
  readonly mode: Mode;
  readonly permissions: RulesOfRun;
  readonly texts: PromptTexts;
  readonly settings: Settings;
  readonly config: Config;
  readonly log: LogSettings;
  /** The tools that the session offers. */
  readonly set: ToolSet;
};

/** What is wrong with texts that no option names. */
function ofFile(wrong: Problem, config: Config): Problem {
  return { ...wrong, message: wrong.message.replace(/^--prompts:/, `${fileOf(config, 'prompts')}: "prompts":`) };
}

export async function checkOptions(given: GivenOptions): Promise<Checked | Problem> {
  const place = await projectPlace(given);
  if (!place.ok) return place;
  const { folder, config, history } = place;
  const set = await toolSet(given.tools, config, process.env);
  if (!set.ok) return set;
  const offered = set.specs.map(({ name }) => name);
  const permissions = await rulesOfRun(folder, given, config, offered, process.env);
  if (!permissions.ok) return permissions;
  const options = settledOptions(given, config);
  const texts = readPrompts(options.prompt, options.prompts);
  if (!texts.ok) return given.prompts === undefined ? ofFile(texts, config) : texts;
  const scanner = readSettings(options.set);
  if (!scanner.ok) return scanner;
  const logged = logSettings(given.debug === true, process.env, config.log);
  if (!logged.ok) return logged;
  const { mode } = options;
  const { settings } = scanner;
  return { ok: true, options, folder, history, mode, permissions, texts, settings, config, log: logged.log, set };
}
