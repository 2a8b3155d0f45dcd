/**
 * Rules: `Tool(pattern)` with what it says. They err on the strict side: one that denies or asks holds as soon as any part
 * of a call may be meant, one that allows only where all of the call is meant.
 */
import type { Facts, PathFact } from '@tagma/protocol';
import { isNamedIn, isOneCommandOf, mayBe, mayBeginWith } from './command-pattern.ts';
import { isAway, matchesPath, pathsOf, relativeTo } from './path-pattern.ts';

/** Whether a call may run: yes, when the person agrees, or no. */
export type Verdict = 'allow' | 'ask' | 'deny';

/**
 * `Tool(pattern)` with what it says. The stricter rule wins: deny, then ask, then allow. The tool's name counts in any
 * case; an empty pattern means every call of the tool. See `parseRule` for the forms of a pattern.
 */
export type Rule = {
  readonly says: Verdict;
  readonly tool: string;
  readonly pattern: string;
  readonly from: RuleSource;
};

/**
 * Who has set a rule: an option of this run, the person's own configuration, the project's file, the file beside it that
 * keeps what the person has answered there, or the answer "always" in this session.
 */
export type RuleSource = 'option' | 'user' | 'project' | 'local' | 'answer';

/** A call that rules are held against. */
export type Judged = {
  readonly tool: string;
  readonly params: { readonly [name: string]: unknown };
  readonly facts: Facts;
  /** The project folder, absolute, symbolic links resolved as in the facts: rules name paths relative to it. */
  readonly folder: string;
  /** Where a plan is being made: its file, relative to the folder, which may be written; else null. */
  readonly planFile: string | null;
  /** Whether commands run in a sandbox here. */
  readonly sandbox: boolean;
  /** Whether this is one of several commands of a call. */
  readonly isPart?: boolean;
};

/** What a rule's text was read as; `message` says to a person what is wrong with it. */
export type ParsedRule = { readonly ok: true; readonly rule: Rule } | { readonly ok: false; readonly message: string };

/** Tools whose rules name paths. */
const PATH_TOOLS: readonly string[] = ['read', 'write', 'edit', 'glob', 'grep', 'ls'];

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
  const rule: Rule = { says: 'allow', tool, pattern, from: 'answer' };
  // What cannot be written down and read again as the same rule is not offered.
  const again = parseRule(formatRule(rule), rule.says, rule.from);
  return again.ok && again.rule.pattern === pattern ? rule : null;
}

/**
 * Reads a rule: `Tool` for every call of a tool; `Bash(npm test)` for exactly this command; `Bash(git log:*)` for every
 * simple command that begins with these words; `Edit(src/**)` for paths, relative to the project folder or absolute,
 * with `*`, `**` and `?`; `Fetch(domain:example.org)` for a host and those below it. `message` is for the person.
 */
export function parseRule(text: string, says: Verdict, from: RuleSource): ParsedRule {
  const form = /^\s*([a-z][\w.-]*)\s*(?:\(([\s\S]*)\))?\s*$/i.exec(text);
  const tool = form?.[1]?.toLowerCase();
  if (!form || !tool) return problem(text, 'a rule is written Tool or Tool(pattern), as in Bash(npm test)');
  if (form[2] === undefined) return { ok: true, rule: { says, tool, pattern: '', from } };
  const pattern = form[2].trim();
  if (pattern === '') return problem(text, 'the pattern is empty; leave the parentheses out to mean every call');
  if (pattern === '*') return { ok: true, rule: { says, tool, pattern: '', from } };
  const complaint = complaintAbout(tool, pattern);
  return complaint === null ? { ok: true, rule: { says, tool, pattern, from } } : problem(text, complaint);
}

/** A rule as `parseRule` reads it. */
export function formatRule({ tool, pattern }: Pick<Rule, 'tool' | 'pattern'>): string {
  const name = tool.charAt(0).toUpperCase() + tool.slice(1);
  return pattern === '' ? name : `${name}(${pattern})`;
}

/** All but this one, wherever it stands. */
export function withoutRule(rules: readonly Rule[], { says, tool, pattern, from }: Rule): readonly Rule[] {
  return rules.filter(
    (rule) => rule.says !== says || rule.tool !== tool || rule.pattern !== pattern || rule.from !== from,
  );
}

/** The strictest rule that denies or asks and may mean a part of this call. */
export function strictRule(judged: Judged, rules: readonly Rule[]): Rule | undefined {
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

/**
 * A rule on paths speaks about its own tool; `read` also about all that any tool reads, `edit` about all that one changes, for
 * who may not change a file may not write it anew either; and `write` about all changes but those by `edit`.
 */
function pathsUnder(ruled: string, tool: string, facts: Facts): readonly PathFact[] {
  if (ruled === tool) return pathsOf(facts);
  if (ruled === 'read') return facts.reads;
  const changes = ruled === 'edit' || (ruled === 'write' && tool !== 'edit');
  return changes ? [...facts.writes, ...facts.deletes] : [];
}

function mayMeanCommand(pattern: string, { params, facts }: Judged): boolean {
  const command = commandOf(params);
  // Without a command it is about a job, whose own command was judged, or nothing is known of it.
  if (command === null) return typeof params.job !== 'string' || facts.unknown !== null;
  const runs = facts.unknown === null ? facts.runs : null;
  const prefix = prefixOf(pattern);
  if (prefix === null) return mayBe(command, pattern, runs);
  // A program may stand behind quotes, or be called by its path: the facts name it.
  const programs = facts.runs.map((program) => program.slice(program.lastIndexOf('/') + 1));
  return mayBeginWith(command, prefix, runs) || programs.includes(prefix);
}

/** Whether an allow rule means all of this call. */
export function covers(rule: Rule, judged: Judged): boolean {
  const { facts, params, folder } = judged;
  const tool = judged.tool.toLowerCase();
  if (rule.tool.toLowerCase() !== tool) return false;
  const isBuiltIn = tool === 'bash' || tool === 'fetch' || PATH_TOOLS.includes(tool);
  const paths = pathsOf(facts);
  if (tool === 'bash' && rule.pattern !== '' && prefixOf(rule.pattern) === null)
    return commandOf(params) === rule.pattern && paths.every((path) => isAllowedBy(rule.pattern, path, judged));
  if (facts.unknown !== null && (isBuiltIn || rule.pattern !== '')) return false;
  // What runs by itself is opened by a rule for just that file, never by one for many.
  if ((facts.runsByItself ?? []).length > 0 && !namesOnePath(tool, rule.pattern)) return false;
  if (rule.pattern !== '' && PATH_TOOLS.includes(tool)) {
    return paths.length > 0 && paths.every((path) => matchesPath(rule.pattern, path, folder, false));
  }
  if (paths.some(isAway)) return false;
  if (rule.pattern === '') return true;
  if (tool === 'bash') {
    const prefix = prefixOf(rule.pattern) ?? '';
    return isOneCommandOf(commandOf(params) ?? '', prefix) && !isForLooks(prefix, facts.lookingPrefixes ?? []);
  }
  return tool === 'fetch' && facts.network.length > 0 && facts.network.every((host) => isOfDomain(host, rule.pattern));
}

/**
 * Whether the beginning alone would only look, where the command does more: the rule was made for looks, unless it names the option
 * itself. A beginning with quotes or patterns cannot be told from another.
 */
function isForLooks(prefix: string, looking: readonly string[]): boolean {
  return looking.includes(prefix.split(/\s+/).join(' ')) || (looking.length > 0 && /['"\\$`~*?[\]{}]/.test(prefix));
}

function namesOnePath(tool: string, pattern: string): boolean {
  return PATH_TOOLS.includes(tool) && pattern !== '' && !/[*?]/.test(pattern);
}

/** One command, to the letter, leads out of the project only where it says so itself: the same words elsewhere are another. */
function isAllowedBy(command: string, path: PathFact, { isPart = false }: Judged): boolean {
  if (!isAway(path)) return true;
  return path.where === 'outside' && !isPart && isNamedIn(command, path.path);
}

function commandOf(params: Judged['params']): string | null {
  return typeof params.command === 'string' ? params.command.trim() : null;
}

function prefixOf(pattern: string): string | null {
  return pattern.endsWith(':*') ? pattern.slice(0, -2).trim() : null;
}

function isOfDomain(host: string, pattern: string): boolean {
  const domain = pattern.slice('domain:'.length).trim().toLowerCase();
  return host.toLowerCase() === domain || host.toLowerCase().endsWith(`.${domain}`);
}

function narrowestPattern(tool: string, { params, facts, folder }: Judged): string | null {
  const command = commandOf(params);
  if (tool === 'bash') return !command || prefixOf(command) !== null ? null : command;
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
  if (!PATH_TOOLS.includes(tool))
    return `only bash, fetch and the tools of files take a pattern: write ${tool} without one, or the tool that you mean`;
  if (pattern.startsWith('~')) return 'write the path from / on instead of ~';
  if (/[{}\\]/.test(pattern)) return 'only *, ** and ? stand for other names; write one rule for each name';
  return pattern.split('/').includes('..') ? 'a path cannot climb with ..; write it from / on' : null;
}
