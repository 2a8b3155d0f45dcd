/**
 * What a repository's own configuration may make git start, and how each of it is kept from that. A repository may come
 * from anybody; to look at it must not run what it says.
 *
 * For the actions that only look, all of it is turned off. A commit and a push keep what people expect of them (hooks,
 * filters, signatures, passwords from a helper), which is why they are asked about.
 */
import type { GitUse } from './git-run.ts';
import { runGit } from './git-run.ts';
import type { ToolContext } from './tool.ts';

const READING_MS_MAX = 30_000;
const CHANGING_MS_MAX = 300_000;

/** A program that watches the files, and tasks in the background: no action of ours needs them. */
const ALWAYS = [
  'core.fsmonitor=false',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'safe.bareRepository=explicit',
  'core.quotePath=false',
  'color.ui=false',
  'advice.statusHints=false',
];

/** No hooks (an index that is written anew runs one), no signatures checked, no other pager or editor, no network. */
const READING = [
  ...ALWAYS,
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'core.gitProxy=',
  'core.alternateRefsCommand=',
  'credential.helper=',
  'diff.external=',
  'diff.autoRefreshIndex=false',
  'diff.submodule=short',
  'diff.ignoreSubmodules=dirty',
  'log.showSignature=false',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'gpg.x509.program=false',
  'status.submoduleSummary=false',
  'interactive.diffFilter=',
  'protocol.allow=never',
  'protocol.ext.allow=never',
];

/** For every action that shows differences. */
export const PLAIN_DIFF = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
  '--ignore-submodules=dirty',
];

/** The index is not written; what is missing of a partial clone is not fetched (both ways: the second is old git's). */
const READING_ENVIRONMENT = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

/** The same for whoever starts git himself to look at what was committed: arguments before the command, and the environment. */
export const LOOKING = {
  args: READING.flatMap((setting) => ['-c', setting]),
  environment: READING_ENVIRONMENT,
} as const;

/** Transports whose address is no command. Hooks keep the locale, messages are English all the same. */
const CHANGING_ENVIRONMENT = { LANGUAGE: 'en', GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' };

export const CHANGING: GitUse = { settings: ALWAYS, environment: CHANGING_ENVIRONMENT, timeoutMs: CHANGING_MS_MAX };

export type Safety = { readonly ok: true; readonly use: GitUse } | { readonly ok: false; readonly problem: string };

const BASE: GitUse = { settings: READING, environment: READING_ENVIRONMENT, timeoutMs: READING_MS_MAX };

/**
 * How to look at the repository of this folder. Its filters (`filter.NAME.clean`, run on files that have changed) have
 * names of their own and are looked for; the person's own filters stay on (git-lfs).
 */
export async function readingSafely(context: ToolContext): Promise<Safety> {
  const listed = await runGit(['config', '--list', '--show-scope', '--null'], BASE, context);
  if (listed.cause !== 'exit' || listed.exitCode !== 0 || listed.cut) {
    return { ok: false, problem: listed.messages || 'its configuration cannot be read' };
  }
  const drivers = filtersOfRepository(listed.output);
  // `-c` ends the name of a setting at its first equals sign.
  const odd = [...drivers].find((driver) => driver.includes('='));
  if (odd !== undefined)
    return { ok: false, problem: `its configuration has a filter with an odd name (${JSON.stringify(odd)})` };
  const off = [...drivers].flatMap((driver) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].map((setting) => `filter.${driver}.${setting}`),
  );
  return { ok: true, use: { ...BASE, settings: [...READING, ...off] } };
}

/** From records of `scope`, then `name` LF `value`, each with NUL at its end. */
function filtersOfRepository(list: string): ReadonlySet<string> {
  const fields = list.split('\0');
  const drivers = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const name = fields[at + 1]?.split('\n')[0] ?? '';
    const driver = /^filter\.(.+)\.[^.]+$/s.exec(name)?.[1];
    const isPersons = fields[at] === 'global' || fields[at] === 'system';
    if (driver !== undefined && !isPersons) drivers.add(driver);
  }
  return drivers;
}
