/**
 * May this call run? A pure function of the recorded facts, the mode and the rules, so that an audit can ask again.
 *
 * Three voices, in this order. The deny list (`facts.forbidden`) ends the matter in every mode. Then the rules: deny
 * before ask before allow; an allow rule lifts no denial of `plan`, and never opens a protected path. Then the mode,
 * by `VERDICTS`: a call is taken apart into deeds, and the strictest verdict on one of them is the verdict on the call.
 */
import { secretsAway, whyRunsByItself } from '@tagma/protocol';
import { isAway, isHere, relativeTo } from './path-pattern.ts';
import {
  alwaysRule,
  covers,
  formatRule,
  type Judged,
  type Rule,
  type RuleSource,
  strictRule,
  type Verdict,
} from './rules.ts';

/** How much runs unasked, from least to most. */
export const MODES = ['plan', 'default', 'accept-edits', 'auto-in-project', 'trust'] as const;
/** The name of a permission mode. */
export type Mode = (typeof MODES)[number];

/** `by` names the rule or the mode that decided, in words that a person and the model can read. */
export type Decision = { readonly verdict: Verdict; readonly by: string };

/** What a call does, as the modes see it. */
type Deed =
  | 'write-plan'
  | 'look'
  | 'read-away'
  | 'write-here'
  | 'change-away'
  | 'delete-here'
  | 'run'
  | 'network'
  | 'use-secret'
  | 'change-what-runs'
  | 'run-changed'
  | 'unanalysable';

/** One row a kind of deed, one column a mode, in the order of `MODES`. "Here" is in the project and not protected. */
const VERDICTS: { readonly [deed in Deed]: readonly [Verdict, Verdict, Verdict, Verdict, Verdict] } = {
  'write-plan': ['allow', 'ask', 'ask', 'ask', 'allow'],
  look: ['allow', 'allow', 'allow', 'allow', 'allow'],
  'read-away': ['ask', 'ask', 'ask', 'ask', 'allow'],
  'write-here': ['deny', 'ask', 'allow', 'allow', 'allow'],
  'change-away': ['deny', 'ask', 'ask', 'ask', 'allow'],
  'delete-here': ['deny', 'ask', 'ask', 'allow', 'allow'],
  run: ['deny', 'ask', 'ask', 'allow', 'allow'],
  network: ['ask', 'ask', 'ask', 'ask', 'allow'],
  // No mode gives a secret away: only who is asked about this one call, and is told which secret goes where.
  'use-secret': ['ask', 'ask', 'ask', 'ask', 'ask'],
  'change-what-runs': ['deny', 'ask', 'ask', 'ask', 'allow'],
  // It was trusted for what stood in it: no mode and no rule trusts it for what stands there now.
  'run-changed': ['ask', 'ask', 'ask', 'ask', 'ask'],
  unanalysable: ['deny', 'ask', 'ask', 'ask', 'allow'],
};

const PLAN_WRITERS: readonly string[] = ['write', 'edit'];
/** To change a plan it is read first, and again afterwards. */
const PLAN_READERS: readonly string[] = ['read', ...PLAN_WRITERS];

const SOURCE_WORDS: { readonly [from in RuleSource]: string } = {
  option: 'command line',
  user: 'your configuration',
  project: 'the project',
  local: 'kept for this project',
  answer: 'your answer',
};
const STRICTNESS: { readonly [verdict in Verdict]: number } = { allow: 0, ask: 1, deny: 2 };
const WORDS: { readonly [verdict in Verdict]: string } = { allow: 'is allowed', ask: 'asks', deny: 'is denied' };

/** The verdict on a call, and who gave it. Total: never throws. */
export function decide(judged: Judged, mode: Mode, rules: readonly Rule[]): Decision {
  const whole = decideWhole(judged, mode, rules);
  const parts = partsOf(judged);
  if (whole.verdict !== 'ask' || parts.length === 0 || strictRule(judged, rules) || isForPerson(judged)) return whole;
  // Several commands may run where each of them may, by whatever rule.
  const decisions = parts.map((part) => decideWhole(part, mode, rules));
  const asking = decisions.filter(({ verdict }) => verdict !== 'allow');
  if (asking.length === 0) return { verdict: 'allow', by: reasons(decisions) };
  // Of those that a rule allows, nothing is asked.
  const isRuled = decisions.some(({ verdict, by }) => verdict === 'allow' && by.startsWith('rule '));
  return isRuled && asking.every(({ verdict }) => verdict === 'ask') ? { verdict: 'ask', by: reasons(asking) } : whole;
}

function reasons(decisions: readonly Decision[]): string {
  return [...new Set(decisions.map(({ by }) => by))].join('; ');
}

/**
 * The rule that the answer "always" would add, or null where none is offered: for one of several commands where only that
 * one is asked about, and never one that a stricter rule or the mode would make useless.
 */
export function offeredRule(judged: Judged, mode: Mode, rules: readonly Rule[]): Rule | null {
  if (isForPerson(judged)) return null;
  const asked = partsOf(judged).filter((part) => decideWhole(part, mode, rules).verdict !== 'allow');
  const [only, ...others] = asked;
  const candidates = only && others.length === 0 ? [only, judged] : [judged];
  const offered = candidates.map(alwaysRule).filter((rule) => rule !== null);
  return offered.find((rule) => decide(judged, mode, [...rules, rule]).verdict === 'allow') ?? null;
}

/** The simple commands of a call, each as a call of its own. */
function partsOf(judged: Judged): readonly Judged[] {
  const parts = judged.facts.parts ?? [];
  return parts.map(({ command, ...facts }) => ({
    ...judged,
    ...{ params: { ...judged.params, command }, facts, isPart: true },
  }));
}

function decideWhole(judged: Judged, mode: Mode, rules: readonly Rule[]): Decision {
  const { facts } = judged;
  if (facts.forbidden !== null) return { verdict: 'deny', by: `deny list: ${facts.forbidden}` };
  const byMode = judgeByMode(judged, mode);
  const strict = strictRule(judged, rules);
  if (strict?.says === 'deny') return byRule(strict);
  if (byMode.verdict === 'deny' && mode === 'plan') return byMode;
  if (strict) return byMode.verdict === 'deny' ? byMode : byRule(strict);
  const allowing = isForPerson(judged)
    ? undefined
    : rules.find((rule) => rule.says === 'allow' && covers(rule, judged));
  return allowing && byMode.verdict !== 'allow' ? byRule(allowing) : byMode;
}

function judgeByMode(judged: Judged, mode: Mode): Decision {
  // Without a sandbox, what runs in the project could do anything anywhere.
  const unheld = mode === 'auto-in-project' && !judged.sandbox;
  const column = MODES.indexOf(unheld ? 'accept-edits' : mode);
  const name = unheld ? `${mode} without a sandbox` : mode;
  const judgements = deedsOf(judged).map(({ deed, words, about }) => {
    // A mode that is not one (a history of another program) is the strictest.
    const verdict = VERDICTS[deed][column] ?? 'deny';
    return { verdict, by: `mode ${name}: ${words} ${WORDS[verdict]}${about === '' ? '' : ` (${about})`}` };
  });
  return judgements.reduce((strictest, next) =>
    STRICTNESS[next.verdict] > STRICTNESS[strictest.verdict] ? next : strictest,
  );
}

type DeedFound = { readonly deed: Deed; readonly words: string; readonly about: string };

/** The deeds of a call, the one to name first before the others of equal verdict. Never empty. */
function deedsOf(judged: Judged): [DeedFound, ...DeedFound[]] {
  const { facts } = judged;
  const deeds: DeedFound[] = [];
  const add = (deed: Deed, words: string, about = '') => deeds.push({ deed, words, about });
  for (const { name, from, to } of secretsAway(facts))
    add('use-secret', `${name}, seen in ${from}, goes to ${to}, which`);
  for (const { path, by, since } of facts.changed ?? [])
    add('run-changed', `${path}, which ${by} runs, has changed since ${since}, which`);
  if (facts.unknown !== null) add('unanalysable', 'what cannot be analysed', facts.unknown);
  const writes = facts.writes.filter(({ path }) => !isPlan(path, PLAN_WRITERS, judged));
  if (writes.length < facts.writes.length) add('write-plan', 'writing the plan');
  for (const { path, where } of [...facts.deletes, ...writes].filter(isAway)) {
    add(
      'change-away',
      where === 'protected' ? 'changing a protected path' : 'changing what is outside the project',
      path,
    );
  }
  const reads = facts.reads.filter(({ path }) => !isPlan(path, PLAN_READERS, judged));
  for (const { path, where } of reads.filter(isAway)) {
    add('read-away', where === 'protected' ? 'reading a protected path' : 'reading outside the project', path);
  }
  for (const path of facts.runsByItself ?? [])
    add('change-what-runs', 'changing what runs by itself', whyItRuns(path, judged));
  if (facts.deletes.some(isHere)) add('delete-here', 'deleting in the project');
  if (facts.runs.length > 0 && !facts.readOnly)
    add('run', 'running a program', [facts.runs.join(', '), ...ownWork(facts)].join('; '));
  if (facts.network.length > 0)
    add('network', 'using the network', facts.network.filter((host) => host !== '*').join(', '));
  if (writes.some(isHere)) add('write-here', 'writing in the project');
  if (facts.readOnly) add('look', facts.runs.length > 0 ? 'an inspection' : 'reading in the project');
  const [first, ...others] = deeds;
  if (first) return [first, ...others];
  return [{ deed: 'unanalysable', words: 'what cannot be analysed', about: 'nothing is known of what it does' }];
}

/** Whether only the person can allow it, this once: no rule does. */
function isForPerson(judged: Judged): boolean {
  return secretsAway(judged.facts).length > 0 || (judged.facts.changed ?? []).length > 0;
}

/** What a program changes of what runs by itself as its own work, in words. */
function ownWork({ installs = [], movesWorkTree }: Judged['facts']): readonly string[] {
  const moves = movesWorkTree ? ['tracked files that run by themselves may change with the work tree'] : [];
  return [...(installs.length > 0 ? [`it installs into ${installs.join(', ')}`] : []), ...moves];
}

/** `.husky/pre-commit is run or obeyed by version control` */
function whyItRuns(path: string, { folder }: Judged): string {
  const name = relativeTo(folder, path) ?? path;
  const why = whyRunsByItself(name);
  return why === null ? name : `${name} ${why}`;
}

/** Whether it is the file of the plan that is being made, in the hands of one of these tools. */
function isPlan(path: string, tools: readonly string[], { tool, folder, planFile }: Judged): boolean {
  return planFile !== null && tools.includes(tool.toLowerCase()) && path === `${folder}/${planFile}`;
}

function byRule(rule: Rule): Decision {
  return { verdict: rule.says, by: `rule ${formatRule(rule)} (${SOURCE_WORDS[rule.from]})` };
}
