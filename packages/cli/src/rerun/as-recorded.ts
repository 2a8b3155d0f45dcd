/** The options of a run as a recorded session had them, but for those that are given now. */
import type { Mode, Rule, SessionStarted } from '@tagma/core';
import type { RunOptions } from '../options.ts';
import type { RulesOfRun } from '../permissions/rules-of-run.ts';

/** Whether an option stands on the command line. */
export type IsGiven = (option: keyof RunOptions) => boolean;

/** @param tools the names of those that are there */
export function optionsAsRecorded(
  options: RunOptions,
  { settings, folder }: SessionStarted,
  tools: readonly string[],
  isGiven: IsGiven,
): RunOptions {
  const { turnsMax, tokensMax, costMax, timeMsMax, retriesMax, bashFence } = settings;
  const or = <T>(option: keyof RunOptions, given: T, recorded: T) => (isGiven(option) ? given : recorded);
  return {
    ...options,
    tools: tools.join(','),
    cwd: options.cwd ?? folder,
    mode: or('mode', options.mode, modeAsRecorded(settings.mode)),
    maxTurns: or('maxTurns', options.maxTurns, turnsMax),
    maxTokensTotal: or('maxTokensTotal', options.maxTokensTotal, tokensMax),
    maxCost: or('maxCost', options.maxCost, costMax),
    maxTime: or('maxTime', options.maxTime, timeMsMax / 1000),
    maxRetries: or('maxRetries', options.maxRetries, retriesMax),
    set: or('set', options.set, [`bashFence=${bashFence}`]),
  };
}

/** What a person trusted once, while he watched, is not trusted unasked again. */
function modeAsRecorded(mode: Mode): Mode {
  return mode === 'trust' ? 'default' : mode;
}

/** The recorded rules, and what this run's options say; and of what holds here today all that is stricter. */
export function rulesAsRecorded(today: RulesOfRun, { settings }: SessionStarted): RulesOfRun {
  const here = today.rules.filter(({ from, says }) => from === 'option' || says !== 'allow');
  const rules = [...here, ...settings.rules.filter((rule) => !here.some((one) => isSame(one, rule)))];
  return { ...today, rules, untrusted: [], agreed: null };
}

function isSame(a: Rule, b: Rule): boolean {
  return a.says === b.says && a.tool === b.tool && a.pattern === b.pattern;
}
