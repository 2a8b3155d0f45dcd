/** The options of a run as a recorded session had them, but for those that are given now. */
import { formatRule, type Mode, type Rule, type SessionStarted } from '@tagma/core';
import { oneLine, visible } from '@tagma/protocol';
import type { Config } from '../config/index.ts';
import type { GivenOptions } from '../options.ts';
import type { RulesOfRun } from '../permissions/rules-of-run.ts';
import type { Problem } from '../problem.ts';
import { tellHere } from '../start-notes.ts';
import { toolSet } from '../tool-set.ts';

/** Whether an option stands on the command line. */
export type IsGiven = (option: keyof GivenOptions) => boolean;

/** @param tools the names of those that are there */
export function optionsAsRecorded(
  options: GivenOptions,
  { settings, folder }: Pick<SessionStarted, 'settings' | 'folder'>,
  tools: readonly string[],
  isGiven: IsGiven,
): GivenOptions {
  const { turnsMax, tokensMax, costMax, timeMsMax, retriesMax, compactAt, bashFence } = settings;
  const { sessionTokensMax = 0, sessionCostMax = 0, guides, map } = settings;
  const recorded = {
    mode: modeAsRecorded(settings.mode),
    maxTurns: turnsMax,
    maxTokensTotal: sessionTokensMax,
    maxCost: sessionCostMax,
    maxPromptTokens: tokensMax,
    maxPromptCost: costMax,
    maxTime: timeMsMax / 1000,
    maxRetries: retriesMax,
    compactAt,
    ...(guides === undefined ? {} : { guides }),
    ...(map === undefined ? {} : { map }),
    set: [`bashFence=${bashFence}`],
  } as const;
  const unsaid = Object.entries(recorded).filter(([option]) => !isGiven(option as keyof typeof recorded));
  return { ...options, tools: tools.join(','), cwd: options.cwd ?? folder, ...Object.fromEntries(unsaid) };
}

type Names = { readonly ok: true; readonly names: readonly string[] };

/** The tools of the recording that there are here. */
export async function toolsAsRecorded(
  { tools }: Pick<SessionStarted, 'tools'>,
  config: Config,
): Promise<Names | Problem> {
  const all = await toolSet('default', config, process.env);
  if (!all.ok) return all;
  const known = new Set(all.specs.map(({ name }) => name));
  const missing = tools.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (missing.length > 0) tellHere(`not here, and not offered: ${missing.join(', ')}.`);
  return { ok: true, names: tools.map(({ name }) => name).filter((name) => known.has(name)) };
}

/** What a person trusted once, while he watched, is not trusted unasked again. */
function modeAsRecorded(mode: Mode): Mode {
  return mode === 'trust' ? 'default' : mode;
}

/** The most that a file from elsewhere may say. */
export function modeFromElsewhere(mode: Mode): Mode {
  return mode === 'plan' ? 'plan' : 'default';
}

/**
 * The recorded rules, and what this run's options say; and of what holds here today all that is stricter. A file from elsewhere
 * allows nothing.
 */
export function rulesAsRecorded(today: RulesOfRun, { settings }: SessionStarted, isOwn: boolean): RulesOfRun {
  const here = today.rules.filter(({ from, says }) => from === 'option' || says !== 'allow');
  const recorded = settings.rules.filter(({ says }) => isOwn || says !== 'allow');
  const rules = [...here, ...recorded.filter((rule) => !here.some((one) => isSame(one, rule)))];
  return { ...today, rules, untrusted: [], agreed: null };
}

/** Which rules of the recording allow something here, or would, were it not from elsewhere; or null. */
export function aboutAllowed(today: RulesOfRun, { settings }: SessionStarted, isOwn: boolean): string | null {
  const given = today.rules.filter(({ from }) => from === 'option');
  const allowing = settings.rules.filter((rule) => rule.says === 'allow' && !given.some((one) => isSame(one, rule)));
  if (allowing.length === 0) return null;
  const names = oneLine(visible(allowing.map(formatRule).join(', ')));
  return isOwn
    ? `allowed by the recording, as if on the command line: ${names}.`
    : `the recording is from elsewhere, and what it allows does not hold: ${names}.`;
}

function isSame(a: Rule, b: Rule): boolean {
  return a.says === b.says && a.tool === b.tool && a.pattern === b.pattern;
}
