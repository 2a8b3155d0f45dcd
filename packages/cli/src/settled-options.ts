/** What holds for a run: what its options say, else the configuration, else what is usual. */
import type { Mode } from '@tagma/core';
import type { Config } from './config/config.ts';
import type { Force } from './force.ts';
import type { RuleOptions } from './permissions/rules-of-run.ts';
import type { PromptName } from './prompts.ts';
import type { RendererOptions } from './renderer.ts';

/** As they were said; what is left out is as the configuration has it, or as usual (`settledOptions`). */
export type GivenOptions = RuleOptions &
  RendererOptions & {
    readonly endpoint?: string;
    readonly model?: string;
    /** The configuration file, if not the usual one. */
    readonly config?: string;
    readonly mode?: Mode;
    readonly trust?: boolean;
    readonly prompt?: PromptName;
    readonly prompts?: string;
    /** Whether the model is told what the project says of itself, and of its files. Left out for the configuration's. */
    readonly guides?: boolean;
    readonly map?: Force;
    readonly sandbox?: boolean;
    /** Where it is left out: the folder that the command runs in. */
    readonly cwd?: string;
    readonly history?: string;
    readonly maxTurns?: number;
    /** The five that follow, and the window: 0 where there is no limit, or it is not known. */
    readonly maxTokensTotal?: number;
    readonly maxCost?: number;
    readonly maxPromptTokens?: number;
    readonly maxPromptCost?: number;
    /** In seconds. */
    readonly maxTime?: number;
    /** In tokens. */
    readonly window?: number;
    readonly maxRetries?: number;
    /** Left out for the configuration's. */
    readonly compactAt?: number;
    /** Models that are asked in its place while it fails; where none is given, those of the configuration. */
    readonly fallback: readonly string[];
    readonly summaryModel?: string;
    readonly set?: readonly string[];
    /** A set of tools, or names with commas between; left out for the configuration's. */
    readonly tools?: string;
    /** Whether the log holds all that there is to say. */
    readonly debug?: true;
    /** Left out where the command line does not say it: then the configuration does. */
    readonly constrain?: Force;
    readonly stop?: Force;
    readonly images?: Force;
  };

type Settled =
  | 'mode'
  | 'prompt'
  | 'sandbox'
  | 'maxTurns'
  | 'maxTokensTotal'
  | 'maxCost'
  | 'maxPromptTokens'
  | 'maxPromptCost'
  | 'maxTime'
  | 'window'
  | 'maxRetries'
  | 'set';

/** Of a run: each has its value, but where nothing is said means something of its own. */
export type RunOptions = Omit<GivenOptions, Settled> & Required<Pick<GivenOptions, Settled>>;

export const USUAL_MODE: Mode = 'default';
export const TURNS_MAX = 100;
export const RETRIES_MAX = 8;
/** Of a number: there is no limit, or it is not known. */
const NONE = 0;

export function settledOptions(options: GivenOptions, config: Config): RunOptions {
  const { limits = {} } = config;
  const outputFormat = options.outputFormat ?? config.outputFormat;
  const prompts = options.prompts ?? config.prompts;
  return {
    ...options,
    mode: modeOf(options, config),
    prompt: options.prompt ?? config.prompt ?? 'auto',
    ...(prompts !== undefined && { prompts }),
    ...(outputFormat !== undefined && { outputFormat }),
    sandbox: options.sandbox ?? config.sandbox?.off !== true,
    maxTurns: options.maxTurns ?? limits.turns ?? TURNS_MAX,
    maxTokensTotal: options.maxTokensTotal ?? limits.tokensTotal ?? NONE,
    maxCost: options.maxCost ?? limits.cost ?? NONE,
    maxPromptTokens: options.maxPromptTokens ?? limits.promptTokens ?? NONE,
    maxPromptCost: options.maxPromptCost ?? limits.promptCost ?? NONE,
    maxTime: options.maxTime ?? limits.time ?? NONE,
    window: options.window ?? config.window ?? NONE,
    maxRetries: options.maxRetries ?? config.retries ?? RETRIES_MAX,
    // Of several for one setting the last counts.
    set: [...Object.entries(config.set ?? {}).map(([name, value]) => `${name}=${value}`), ...(options.set ?? [])],
  };
}

/** What runs unasked. */
export function modeOf(options: Pick<GivenOptions, 'mode' | 'trust'>, config: Pick<Config, 'mode'>): Mode {
  return options.trust ? 'trust' : (options.mode ?? config.mode ?? USUAL_MODE);
}
