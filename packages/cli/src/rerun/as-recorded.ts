/** The options of a run as a recorded session had them, but for those that are given now. */
import type { Mode, Rule, SessionStarted } from '@tagma/core';
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

/** The recorded rules, and what this run's options say; and of what holds here today all that is stricter. */
export function rulesAsRecorded(today: RulesOfRun, { settings }: SessionStarted): RulesOfRun {
  const here = today.rules.filter(({ from, says }) => from === 'option' || says !== 'allow');
  const rules = [...here, ...settings.rules.filter((rule) => !here.some((one) => isSame(one, rule)))];
  return { ...today, rules, untrusted: [], agreed: null };
}

function isSame(a: Rule, b: Rule): boolean {
  return a.says === b.says && a.tool === b.tool && a.pattern === b.pattern;
}
