/** A session taken up again: under which settings it goes on, and what of them is another thing than before. */
import type { SessionResumed, Settings } from '@tagma/core';
import type { Authority } from '../authority.ts';
import type { ResumeReport, SettingsReport } from '../report.ts';
import { ruleReport } from './rule-report.ts';

const LIMITS = [
  ['turnsMax', 'replies a turn'],
  ['tokensMax', 'tokens a turn'],
  ['costMax', 'of cost a turn'],
  ['timeMsMax', 'ms a turn'],
  ['sessionTokensMax', 'tokens'],
  ['sessionCostMax', 'of cost'],
] as const;

/** @param before what was in force */
export function resumeReport(
  { event, record, at }: { readonly event: SessionResumed; readonly record: number; readonly at: number },
  before: Authority,
  limits: Settings,
  line: (text: string) => string,
): ResumeReport {
  return {
    ...{ record, at, program: line(event.program), parent: event.parent },
    settings: settingsReport(event, line),
    changed: changes(event, before, limits).map(line),
  };
}

function settingsReport({ settings, folder }: SessionResumed, line: (text: string) => string): SettingsReport {
  const { mode, rules, headless, sandbox, turnsMax, tokensMax, costMax, timeMsMax } = settings;
  const { sessionTokensMax = 0, sessionCostMax = 0 } = settings;
  return {
    folder: line(folder),
    mode,
    rules: rules.map(ruleReport),
    headless,
    sandbox,
    turnsMax,
    tokensMax,
    costMax,
    timeMsMax,
    sessionTokensMax,
    sessionCostMax,
  };
}

function changes({ settings, folder }: SessionResumed, before: Authority, limits: Settings): readonly string[] {
  const { mode, headless, sandbox } = settings;
  const words: string[] = [];
  if (mode !== before.mode) words.push(`mode ${mode} (was ${before.mode})`);
  if (sandbox !== before.sandbox) {
    words.push(sandbox ? 'commands in a sandbox (were in none)' : 'no sandbox (was in one)');
  }
  if (headless !== before.headless) {
    words.push(headless ? 'nobody could be asked (the person could)' : 'the person could be asked (nobody could)');
  }
  const [rules, were] = [settings.rules, before.rules.filter(({ from }) => from !== 'answer')].map(rulesWords);
  if (rules !== were) words.push(`rules: ${rules} (were: ${were})`);
  if (folder !== before.folder) words.push(`folder ${folder} (was ${before.folder})`);
  for (const [limit, unit] of LIMITS) {
    const [now, was] = [settings[limit] ?? 0, limits[limit] ?? 0];
    if (now !== was) words.push(`${upTo(now)} ${unit} (was ${upTo(was)})`);
  }
  return words;
}

function rulesWords(rules: Settings['rules']): string {
  if (rules.length === 0) return 'none';
  const told = rules.map(ruleReport);
  return told.map(({ says, rule, from }) => `${says} ${rule} [${from}]`).join(', ');
}

/** 0 is no limit. */
function upTo(max: number): string {
  return max > 0 ? `up to ${max}` : 'any number of';
}
