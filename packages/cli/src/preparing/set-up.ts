/** By which models, prompts and settings a session runs: what its first event says of them. */
import { platform, release } from 'node:os';
import { basename } from 'node:path';
import { BEHAVIOUR, COMPACT_AT, estimateTokens, OUTPUT_SHARE, type SessionStarted, systemFor } from '@tagma/core';
import { shellOf } from '@tagma/tools';
import { version } from '../assets.ts';
import { EXIT } from '../exit.ts';
import type { Checked, RunOptions } from '../options.ts';
import { type Problem, problem } from '../problem.ts';
import { describeProject } from '../project.ts';
import { systemPrompt } from '../prompts.ts';
import { recordedRules } from '../resume/recorded.ts';
import type { Source } from '../resume/source.ts';
import type { SessionModels } from '../session-models.ts';
import { wantedContext } from './project-context.ts';

export type SetUp = Omit<SessionStarted, 'type'>;

/** Replies without an element that are asked for again, in a row. */
const CORRECTIONS_MAX = 2;
/** The rest of a window is for the conversation and the reply. */
const WINDOW_SHARE_OF_PROMPT_MAX = 0.6;
/** An endpoint that fails for longer ends the turn. */
const OUTAGE_MS_MAX = 120_000;

/** The system prompt; the other is for small windows, and empty where there is no choice. */
export type SystemPrompts = { readonly ok: true } & Pick<SessionStarted, 'system' | 'systemSmall'>;

/**
 * The system prompts, or that the window is too small for the one that would be sent.
 * @param context what is told of the project with each
 * @param windowTokens of the model; 0 where it is not known
 */
export function promptFor(
  options: RunOptions,
  { folder, texts, set }: Checked,
  context: { readonly usual: string; readonly small: string },
  windowTokens: number,
): SystemPrompts | Problem {
  const shell = basename(shellOf(process.env));
  const place = { folder, project: describeProject(folder), platform: `${platform()} ${release()}`, shell };
  const system = systemPrompt(texts.system, place, set.specs, context.usual);
  const systemSmall = texts.small === null ? '' : systemPrompt(texts.small, place, set.specs, context.small);
  const prompts: SystemPrompts = { ok: true, system, systemSmall };
  const isSmall = systemFor(prompts, windowTokens) === 'small';
  const tokens = estimateTokens(isSmall ? systemSmall : system);
  if (windowTokens === 0 || tokens <= windowTokens * WINDOW_SHARE_OF_PROMPT_MAX) return prompts;
  const which = options.window > 0 ? `--window ${windowTokens}` : `the model's window of ${windowTokens} tokens`;
  const advice =
    isSmall || texts.system.isCompact
      ? 'Offer it fewer tools (--tools minimal), or take a larger window.'
      : '--prompt compact says the same in half of that.';
  return problem(EXIT.usage, `${which}: the prompt alone takes about ${tokens} tokens. ${advice}`);
}

export function setUpOf(
  options: RunOptions,
  { folder, mode, permissions, texts, settings, config, set }: Checked,
  given: {
    readonly session: string;
    readonly prompts: SystemPrompts;
    readonly models: SessionModels;
    readonly headless: boolean;
    readonly hasSandbox: boolean;
    readonly source: Source | null;
  },
): SetUp {
  const { session, models, source } = given;
  const { system, systemSmall } = given.prompts;
  const recorded = source === null ? [] : recordedRules(source, permissions.rules);
  return {
    session,
    behaviour: BEHAVIOUR,
    program: `tagma ${version}`,
    folder,
    model: models.chosen,
    fallbacks: models.fallbacks,
    summaryModel: models.summary,
    system,
    systemSmall,
    correction: texts.correction,
    repair: texts.repair,
    summary: texts.summary,
    tools: set.specs,
    settings: {
      mode,
      rules: [...permissions.rules, ...recorded],
      headless: given.headless,
      turnsMax: options.maxTurns,
      tokensMax: options.maxPromptTokens,
      costMax: options.maxPromptCost,
      ...(options.maxTokensTotal > 0 && { sessionTokensMax: options.maxTokensTotal }),
      ...(options.maxCost > 0 && { sessionCostMax: options.maxCost }),
      timeMsMax: options.maxTime * 1000,
      findsWindow: options.window === 0,
      compactAt: options.compactAt ?? config.context?.compactAt ?? COMPACT_AT,
      outputShare: OUTPUT_SHARE,
      countsTokens: true,
      ...wantedContext(options, config),
      correctionsMax: CORRECTIONS_MAX,
      retriesMax: options.maxRetries,
      outageMsMax: OUTAGE_MS_MAX,
      sandbox: given.hasSandbox,
      plansWithPerson: true,
      bashFence: settings.bashFence ?? false,
    },
  };
}
