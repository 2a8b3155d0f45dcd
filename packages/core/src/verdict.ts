/**
 * May this call run? A pure function of the recorded facts, the mode and the rules, so that an audit can ask again.
 *
 * Three voices, in this order. The deny list (`facts.forbidden`) ends the matter in every mode. Then the rules: deny
 * before ask before allow; an allow rule lifts no denial of `plan`, and never opens a protected path. Then the mode,
 * by `VERDICTS`: a call is taken apart into deeds, and the strictest verdict on one of them is the verdict on the call.
 *
 * Rules err on the strict side: one that denies or asks holds as soon as any part of a call may be meant, one that
 * allows only where all of the call is meant.
 */
import type { Facts, PathFact } from '@tagma/protocol';

/** How much runs unasked, from least to most. */
export const MODES = ['plan', 'default', 'accept-edits', 'auto-in-project', 'trust'] as const;
export type Mode = (typeof MODES)[number];

export type Verdict = 'allow' | 'ask' | 'deny';

/**
 * `Tool(pattern)` with what it says. The stricter rule wins: deny, then ask, then allow. The tool's name counts in any
 * case; an empty pattern means every call of the tool. See `parseRule` for the forms of a pattern.
 */
export type Rule = { readonly says: Verdict; readonly tool: string; readonly pattern: string };

/** `by` names the rule or the mode that decided, in words that a person and the model can read. */
export type Decision = { readonly verdict: Verdict; readonly by: string };

export type Judged = {
  readonly tool: string;
  readonly params: { readonly [name: string]: unknown };
  readonly facts: Facts;
  /** The project folder, absolute, symbolic links resolved as in the facts: rules name paths relative to it. */
  readonly folder: string;
};

export type ParsedRule = { readonly ok: true; readonly rule: Rule } | { readonly ok: false; readonly message: string };

/** What a call does, as the modes see it. */
type Deed = 'look' | 'read-away' | 'write-here' | 'change-away' | 'delete-here' | 'run' | 'network' | 'unanalysable';

/** One row a kind of deed, one column a mode, in the order of `MODES`. "Here" is in the project and not protected. */
const VERDICTS: { readonly [deed in Deed]: readonly [Verdict, Verdict, Verdict, Verdict, Verdict] } = {
  look: ['allow', 'allow', 'allow', 'allow', 'allow'],
  'read-away': ['ask', 'ask', 'ask', 'ask', 'allow'],
  'write-here': ['deny', 'ask', 'allow', 'allow', 'allow'],
  'change-away': ['deny', 'ask', 'ask', 'ask', 'allow'],
  'delete-here': ['deny', 'ask', 'ask', 'allow', 'allow'],
  run: ['deny', 'ask', 'ask', 'allow', 'allow'],
  network: ['ask', 'ask', 'ask', 'ask', 'allow'],
  // Where all is allowed, what cannot be analysed is not: nobody could say whether it is on the deny list.
  unanalysable: ['deny', 'ask', 'ask', 'ask', 'deny'],
};

const STRICTNESS: { readonly [verdict in Verdict]: number } = { allow: 0, ask: 1, deny: 2 };
const WORDS: { readonly [verdict in Verdict]: string } = { allow: 'is allowed', ask: 'asks', deny: 'is denied' };

/** Tools whose rules name paths. */
const PATH_TOOLS: readonly string[] = ['read', 'write', 'edit', 'glob', 'grep', 'ls'];
/** Characters that make a command of more than one simple command, or of more than its words. */
const SHELL_OPERATORS = /[;&|<>()`$\n\r]/;
/** What ends a simple command, roughly: good enough to find where a forbidden one might begin. */
const COMMAND_BREAKS = /[;&|\n\r(){}`!]+/;

/** The verdict on a call, and who gave it. Total: never throws. */
export function decide(judged: Judged, mode: Mode, rules: readonly Rule[]): Decision {
  const { facts } = judged;
  if (facts.forbidden !== null) return { verdict: 'deny', by: `deny list: ${facts.forbidden}` };
  const byMode = judgeByMode(facts, mode);
  const strict = strictRule(judged, rules);
  if (strict?.says === 'deny') return byRule(strict);
  if (byMode.verdict === 'deny' && mode === 'plan') return byMode;
  if (strict) return byMode.verdict === 'deny' ? byMode : byRule(strict);
  const allowing = rules.find((rule) => rule.says === 'allow' && covers(rule, judged));
  return allowing && byMode.verdict !== 'allow' ? byRule(allowing) : byMode;
}

/**
 * The narrowest rule that the answer "always" would add, or null where it is not offered: for what is forbidden or not
 * analysable, and for all that leads outside of the project or to a protected path.
 */
export function alwaysRule(judged: Judged): Rule | null {
  const { facts } = judged;
  if (facts.forbidden !== null || facts.unknown !== null || pathsOf(facts).some(isAway)) return null;
  const tool = judged.tool.toLowerCase();
  const pattern = narrowestPattern(tool, judged);
  if (pattern === null) return null;
  const rule: Rule = { says: 'allow', tool, pattern };
  // What cannot be written down and read again as the same rule is not offered.
  const again = parseRule(formatRule(rule), 'allow');
  return again.ok && again.rule.pattern === pattern ? rule : null;
}

/**
 * Reads a rule: `Tool` for every call of a tool; `Bash(npm test)` for exactly this command; `Bash(git log:*)` for every
 * simple command that begins with these words; `Edit(src/**)` for paths, relative to the project folder or absolute,
 * with `*`, `**` and `?`; `Fetch(domain:example.org)` for a host and those below it. `message` is for the person.
 */
export function parseRule(text: string, says: Verdict): ParsedRule {
  const form = /^\s*([a-z][\w.-]*)\s*(?:\(([\s\S]*)\))?\s*$/i.exec(text);
  const tool = form?.[1]?.toLowerCase();
  if (!form || !tool) return problem(text, 'a rule is written Tool or Tool(pattern), as in Bash(npm test)');
  if (form[2] === undefined) return { ok: true, rule: { says, tool, pattern: '' } };
  const pattern = form[2].trim();
  if (pattern === '') return problem(text, 'the pattern is empty; leave the parentheses out to mean every call');
  if (pattern === '*') return { ok: true, rule: { says, tool, pattern: '' } };
  const complaint = complaintAbout(tool, pattern);
  return complaint === null ? { ok: true, rule: { says, tool, pattern } } : problem(text, complaint);
}

/** A rule as `parseRule` reads it. */
export function formatRule({ tool, pattern }: Pick<Rule, 'tool' | 'pattern'>): string {
  const name = tool.charAt(0).toUpperCase() + tool.slice(1);
  return pattern === '' ? name : `${name}(${pattern})`;
}

// The mode

function judgeByMode(facts: Facts, mode: Mode): Decision {
  const column = MODES.indexOf(mode);
  const judgements = deedsOf(facts).map(({ deed, words, about }) => {
    // A mode that is not one (a history of another program) is the strictest.
    const verdict = VERDICTS[deed][column] ?? 'deny';
    return { verdict, by: `mode ${mode}: ${words} ${WORDS[verdict]}${about === '' ? '' : ` (${about})`}` };
  });
  return judgements.reduce((strictest, next) =>
    STRICTNESS[next.verdict] > STRICTNESS[strictest.verdict] ? next : strictest,
  );
}

type DeedFound = { readonly deed: Deed; readonly words: string; readonly about: string };

/** The deeds of a call, the one to name first before the others of equal verdict. Never empty. */
function deedsOf(facts: Facts): [DeedFound, ...DeedFound[]] {
  const deeds: DeedFound[] = [];
  const add = (deed: Deed, words: string, about = '') => deeds.push({ deed, words, about });
  if (facts.unknown !== null) add('unanalysable', 'what cannot be analysed', facts.unknown);
  for (const { path, where } of [...facts.deletes, ...facts.writes].filter(isAway)) {
    add(
      'change-away',
      where === 'protected' ? 'changing a protected path' : 'changing what is outside the project',
      path,
    );
  }
  for (const { path, where } of facts.reads.filter(isAway)) {
    add('read-away', where === 'protected' ? 'reading a protected path' : 'reading outside the project', path);
  }
  if (facts.deletes.some(isHere)) add('delete-here', 'deleting in the project');
  if (facts.runs.length > 0 && !facts.readOnly) add('run', 'running a program', facts.runs.join(', '));
  if (facts.network.length > 0)
    add('network', 'using the network', facts.network.filter((host) => host !== '*').join(', '));
  if (facts.writes.some(isHere)) add('write-here', 'writing in the project');
  if (facts.readOnly) add('look', facts.runs.length > 0 ? 'an inspection' : 'reading in the project');
  const [first, ...others] = deeds;
  if (first) return [first, ...others];
  return [{ deed: 'unanalysable', words: 'what cannot be analysed', about: 'nothing is known of what it does' }];
}

// Rules

function byRule(rule: Rule): Decision {
  return { verdict: rule.says, by: `rule ${formatRule(rule)}` };
}

function strictRule(judged: Judged, rules: readonly Rule[]): Rule | undefined {
  const holding = rules.filter((rule) => rule.says !== 'allow' && mayMean(rule, judged));
  return holding.find((rule) => rule.says === 'deny') ?? holding[0];
}

/** Whether a rule that denies or asks may mean a part of this call. */
function mayMean(rule: Rule, judged: Judged): boolean {
  const [ruled, tool] = [rule.tool.toLowerCase(), judged.tool.toLowerCase()];
  if (rule.pattern === '') return ruled === tool;
  if (ruled === 'bash') return tool === 'bash' && mayMeanCommand(rule.pattern, judged);
  if (ruled === 'fetch') return judged.facts.network.some((host) => host === '*' || isOfDomain(host, rule.pattern));
  const paths = pathsUnder(ruled, tool, judged.facts);
  if (ruled === tool && judged.facts.unknown !== null) return true;
  return paths.some((path) => matchesPath(rule.pattern, path, judged.folder, true));
}

/** A rule on paths speaks about its own tool; `read` also about all that any tool reads, `write` and `edit` about bash. */
function pathsUnder(ruled: string, tool: string, facts: Facts): readonly PathFact[] {
  if (ruled === tool) return pathsOf(facts);
  if (ruled === 'read') return facts.reads;
  const changes = tool === 'bash' && (ruled === 'write' || ruled === 'edit');
  return changes ? [...facts.writes, ...facts.deletes] : [];
}

function mayMeanCommand(pattern: string, { params, facts }: Judged): boolean {
  const command = commandOf(params);
  if (command === null) return true;
  const parts = [command, ...command.split(COMMAND_BREAKS)].map((part) => part.trim());
  const prefix = prefixOf(pattern);
  if (prefix === null) return parts.includes(pattern);
  // A program may stand behind quotes, or be called by its path: the facts name it.
  const programs = facts.runs.map((program) => program.slice(program.lastIndexOf('/') + 1));
  return parts.some((part) => beginsWith(part, prefix)) || programs.includes(prefix);
}

/** Whether an allow rule means all of this call. */
function covers(rule: Rule, judged: Judged): boolean {
  const { facts, params, folder } = judged;
  const tool = judged.tool.toLowerCase();
  if (rule.tool.toLowerCase() !== tool) return false;
  const isBuiltIn = tool === 'bash' || tool === 'fetch' || PATH_TOOLS.includes(tool);
  const paths = pathsOf(facts);
  if (tool === 'bash' && rule.pattern !== '' && prefixOf(rule.pattern) === null)
    return commandOf(params) === rule.pattern;
  if (facts.unknown !== null && (isBuiltIn || rule.pattern !== '')) return false;
  if (rule.pattern !== '' && PATH_TOOLS.includes(tool)) {
    return paths.length > 0 && paths.every((path) => matchesPath(rule.pattern, path, folder, false));
  }
  if (paths.some(isAway)) return false;
  if (rule.pattern === '') return true;
  if (tool === 'bash') return isOneCommandOf(prefixOf(rule.pattern), commandOf(params));
  return tool === 'fetch' && facts.network.length > 0 && facts.network.every((host) => isOfDomain(host, rule.pattern));
}

function isOneCommandOf(prefix: string | null, command: string | null): boolean {
  return prefix !== null && command !== null && !SHELL_OPERATORS.test(command) && beginsWith(command, prefix);
}

function commandOf(params: Judged['params']): string | null {
  return typeof params.command === 'string' ? params.command.trim() : null;
}

function prefixOf(pattern: string): string | null {
  return pattern.endsWith(':*') ? pattern.slice(0, -2).trim() : null;
}

function beginsWith(command: string, prefix: string): boolean {
  return command === prefix || command.startsWith(`${prefix} `);
}

function isOfDomain(host: string, pattern: string): boolean {
  const domain = pattern.slice('domain:'.length).trim().toLowerCase();
  return host.toLowerCase() === domain || host.toLowerCase().endsWith(`.${domain}`);
}

function narrowestPattern(tool: string, { params, facts, folder }: Judged): string | null {
  const command = commandOf(params);
  if (tool === 'bash') return command === null || prefixOf(command) !== null ? null : command;
  if (tool === 'fetch' && facts.network.length === 1 && facts.network[0] !== '*') return `domain:${facts.network[0]}`;
  const [written, ...others] = facts.writes;
  if (!written || others.length > 0 || (tool !== 'edit' && tool !== 'write')) return null;
  const path = relativeTo(folder, written.path);
  return path === null || path === '' || /[*?\\]/.test(path) ? null : path;
}

function problem(text: string, complaint: string): ParsedRule {
  return { ok: false, message: `the rule ${JSON.stringify(text)} cannot be read: ${complaint}` };
}

/** What is wrong with a pattern. A pattern that would silently mean nothing is refused, for a denial hangs on it. */
function complaintAbout(tool: string, pattern: string): string | null {
  if (tool === 'bash') {
    if (prefixOf(pattern) === '') return 'write Bash to mean every command';
    if (!pattern.endsWith(' *')) return null;
    return `write Bash(${pattern.slice(0, -2).trim()}:*) to mean every command that begins so`;
  }
  if (tool === 'fetch') return /^domain:\s*[^\s/*]+$/.test(pattern) ? null : 'write Fetch(domain:example.org)';
  if (!PATH_TOOLS.includes(tool)) return `a pattern is not understood for ${tool}; write ${tool} without one`;
  if (pattern.startsWith('~')) return 'write the path from / on instead of ~';
  if (/[{}\\]/.test(pattern)) return 'only *, ** and ? stand for other names; write one rule for each name';
  return pattern.split('/').includes('..') ? 'a path cannot climb with ..; write it from / on' : null;
}

// Paths

function pathsOf(facts: Facts): readonly PathFact[] {
  return [...facts.reads, ...facts.writes, ...facts.deletes];
}

function isAway({ where }: PathFact): boolean {
  return where !== 'inside';
}

function isHere({ where }: PathFact): boolean {
  return where === 'inside';
}

/**
 * Whether a path is meant by a pattern. In doubt (a path that is said to be inside and is not below `folder`) the answer
 * is `inDoubt`. Nothing but a strict rule means a protected path.
 */
function matchesPath(pattern: string, { path, where }: PathFact, folder: string, isStrict: boolean): boolean {
  if (where === 'protected' && !isStrict) return false;
  if (/^(\/|[A-Za-z]:)/.test(pattern)) return matchesPattern(pattern, withSlashes(path));
  const fromFolder = relativeTo(folder, path);
  if (fromFolder === null) return isStrict && where === 'inside';
  return (isStrict || where === 'inside') && matchesPattern(pattern, fromFolder);
}

/** The path below the folder, with `/`; empty for the folder itself; null if it lies elsewhere. */
function relativeTo(folder: string, path: string): string | null {
  const [base, full] = [withSlashes(folder).replace(/\/+$/, ''), withSlashes(path)];
  if (full === base) return '';
  return full.startsWith(`${base}/`) ? full.slice(base.length + 1) : null;
}

function withSlashes(path: string): string {
  return /^([A-Za-z]:|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}

function matchesPattern(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern.endsWith('/') ? `${pattern}**` : pattern);
  return matchesSequence(wanted, segmentsOf(path), '**', (name, segment) =>
    matchesSequence([...name], [...segment], '*', (want, have) => want === '?' || want === have),
  );
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.');
}

/**
 * Whether `items` are what `pattern` describes, where `any` stands for any number of them. Only the last `any` is ever
 * taken back, so the cost is at most the product of the two lengths.
 */
function matchesSequence(
  pattern: readonly string[],
  items: readonly string[],
  any: string,
  isOne: (wanted: string, item: string) => boolean,
): boolean {
  let [at, wantedAt, anyAt, resumeAt] = [0, 0, -1, 0];
  while (at < items.length) {
    const [wanted, item] = [pattern[wantedAt], items[at] ?? ''];
    if (wanted === any) {
      anyAt = wantedAt++;
      resumeAt = at;
    } else if (wanted !== undefined && isOne(wanted, item)) {
      wantedAt++;
      at++;
    } else if (anyAt >= 0) {
      wantedAt = anyAt + 1;
      at = ++resumeAt;
    } else return false;
  }
  return pattern.slice(wantedAt).every((rest) => rest === any);
}
