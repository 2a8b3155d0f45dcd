/** The options of a run as a recorded session had them, but for those that are given now. */
import { formatRule, type Mode, type Rule, type SessionStarted } from '@tagma/core';
import { oneLine, visible } from '@tagma/protocol';
import type { Config } from '../config/index.ts';
import type { RunOptions } from '../options.ts';
import type { RulesOfRun } from '../permissions/rules-of-run.ts';
import type { Problem } from '../problem.ts';
import { tellHere } from '../start-notes.ts';
import { toolSet } from '../tool-set.ts';

/** Whether an option stands on the command line. */
export type IsGiven = (option: keyof RunOptions) => boolean;

/** @param tools the names of those that are there */
export function optionsAsRecorded(
  options: RunOptions,
  { settings, folder }: Pick<SessionStarted, 'settings' | 'folder'>,
  tools: readonly string[],
  isGiven: IsGiven,
): RunOptions {
  const { turnsMax, tokensMax, costMax, timeMsMax, retriesMax, compactAt, bashFence } = settings;
  const { sessionTokensMax = 0, sessionCostMax = 0, guides, map } = settings;
  const or = <T>(option: keyof RunOptions, given: T, recorded: T) => (isGiven(option) ? given : recorded);
  return {
    ...options,
    tools: tools.join(','),
    cwd: options.cwd ?? folder,
    mode: or('mode', options.mode, modeAsRecorded(settings.mode)),
    maxTurns: or('maxTurns', options.maxTurns, turnsMax),
    maxTokensTotal: or('maxTokensTotal', options.maxTokensTotal, sessionTokensMax),
    maxCost: or('maxCost', options.maxCost, sessionCostMax),
    maxPromptTokens: or('maxPromptTokens', options.maxPromptTokens, tokensMax),
    maxPromptCost: or('maxPromptCost', options.maxPromptCost, costMax),
    maxTime: or('maxTime', options.maxTime, timeMsMax / 1000),
    maxRetries: or('maxRetries', options.maxRetries, retriesMax),
    compactAt: or('compactAt', options.compactAt ?? compactAt, compactAt),
    ...(isGiven('guides') || guides === undefined ? {} : { guides }),
    ...(isGiven('map') || map === undefined ? {} : { map }),
    set: or('set', options.set, [`bashFence=${bashFence}`]),
  };
}

type Names = { readonly ok: true; readonly names: readonly string[] };

/** The tools of the recording that there are here. */
export function toolsAsRecorded({ tools }: Pick<SessionStarted, 'tools'>, config: Config): Names | Problem {
  const all = toolSet('default', config, process.env);
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
