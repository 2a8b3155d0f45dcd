/** The options of a run, as the command line gives them, and checked. */
import type { Mode } from '@tagma/core';
import type { Config } from './config/config.ts';
import type { Force } from './force.ts';
import { type LogSettings, logSettings } from './logs/settings.ts';
import { type RuleOptions, type RulesOfRun, rulesOfRun } from './permissions/rules-of-run.ts';
import type { Problem } from './problem.ts';
import { projectPlace } from './project-place.ts';
import { type PromptName, type PromptTexts, readPrompts } from './prompts.ts';
import type { RendererOptions } from './renderer.ts';
import { readSettings, type Settings } from './settings.ts';
import { type ToolSet, toolSet } from './tool-set.ts';

export type RunOptions = RuleOptions &
  RendererOptions & {
    readonly endpoint?: string;
    readonly model?: string;
    /** The configuration file, if not the usual one. */
    readonly config?: string;
    readonly mode: Mode;
    readonly trust?: boolean;
    readonly prompt: PromptName;
    readonly prompts?: string;
    /** Whether the model is told what the project says of itself, and of its files. Left out for the configuration's. */
    readonly guides?: boolean;
    readonly map?: Force;
    readonly sandbox: boolean;
    /** Where it is left out: the folder that the command runs in. */
    readonly cwd?: string;
    readonly history?: string;
    readonly maxTurns: number;
    /** The five that follow, and the window: 0 where there is no limit, or it is not known. */
    readonly maxTokensTotal: number;
    readonly maxCost: number;
    readonly maxPromptTokens: number;
    readonly maxPromptCost: number;
    /** In seconds. */
    readonly maxTime: number;
    /** In tokens. */
    readonly window: number;
    readonly maxRetries: number;
    /** Left out for the configuration's. */
    readonly compactAt?: number;
    /** Models that are asked in its place while it fails; where none is given, those of the configuration. */
    readonly fallback: readonly string[];
    readonly summaryModel?: string;
    readonly set: readonly string[];
    /** A set of tools, or names with commas between; left out for the configuration's. */
    readonly tools?: string;
    /** Whether the log holds all that there is to say. */
    readonly debug?: true;
    /** Left out where the command line does not say it: then the configuration does. */
    readonly constrain?: Force;
    readonly stop?: Force;
    readonly images?: Force;
  };

export type Checked = {
  readonly ok: true;
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

export async function checkOptions(options: RunOptions): Promise<Checked | Problem> {
  const place = await projectPlace(options);
  if (!place.ok) return place;
  const { folder, config, history } = place;
  const set = toolSet(options.tools, config, process.env);
  if (!set.ok) return set;
  const offered = set.specs.map(({ name }) => name);
  const permissions = await rulesOfRun(folder, options, config, offered, process.env);
  if (!permissions.ok) return permissions;
  const texts = readPrompts(options.prompt, options.prompts);
  if (!texts.ok) return texts;
  const scanner = readSettings(options.set);
  if (!scanner.ok) return scanner;
  const logged = logSettings(options.debug === true, process.env, config.log);
  if (!logged.ok) return logged;
  const mode = options.trust ? 'trust' : options.mode;
  const { settings } = scanner;
  return { ok: true, folder, history, mode, permissions, texts, settings, config, log: logged.log, set };
}
