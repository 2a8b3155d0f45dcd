/**
 * The repository that git finds from a folder, and the programs in its configuration that no setting turns off: git itself is
 * asked. The answer is kept while every file is unchanged that it came from, or that would have changed it: for the next look
 * in the same folder, git is not started again.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ConfigurationEntry, freePrograms, isPersons } from './configuration.ts';
import type { Environment } from './environment.ts';
import type { GitPlace } from './git-command.ts';
import { listSettings } from './list-settings.ts';
import type { Repository } from './repository-paths.ts';
import { isUnchanged, type Stamp, stampOf } from './stamps.ts';
import { askGit } from './start-git.ts';
import { goesIntoSubmodules } from './submodules.ts';
import { watchedFiles } from './watched-files.ts';

/**
 * What git says of a folder: the repository (null: none), and what a look there may start, in words for a person: any look, and
 * one that compares files.
 */
export type RepositoryFound =
  | {
      readonly ok: true;
      readonly repository: Repository | null;
      readonly programs: readonly string[];
      readonly comparing: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

/** It is asked twice; a healthy repository answers in some milliseconds. */
const MS_MAX = 1_500;
const SHOWN_CHARACTERS_MAX = 200;
const KEPT_MAX = 200;

/** The last one stays out where there is nothing of that name. */
const WHERE = [
  ...['rev-parse', '--absolute-git-dir', '--git-common-dir', '--show-toplevel', '--revs-only'],
  'HEAD:.gitmodules',
];

type Kept = { readonly found: RepositoryFound; readonly stamps: readonly Stamp[] };
const kept = new Map<string, Kept>();

/** Asks git, or knows already. `place.folder` is absolute, links followed. Never throws. */
export function lookUpRepository(place: GitPlace): RepositoryFound {
  const key = keyOf(place);
  const known = kept.get(key);
  if (known && isUnchanged(known.stamps)) return known.found;
  kept.delete(key);
  // Stamped before git reads: what changes meanwhile is seen the next time.
  const before = new Map(watchedFiles(place, null, []).map((path) => [path, stampOf(path)]));
  const listed = listSettings(place, MS_MAX);
  if (!listed.ok) return listed;
  const found = findRepository(place, listed.entries);
  if (found.ok && !readsElsewhere(listed.entries)) {
    const paths = watchedFiles(place, found.repository, listed.entries);
    const stamps = paths.map((path) => before.get(path) ?? stampOf(path));
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, { found, stamps });
  }
  return found;
}

function keyOf({ folder, project, environment = process.env }: GitPlace): string {
  const leading = Object.entries(environment).filter(([name]) => /^(GIT_.*|HOME|XDG_CONFIG_HOME|PATH)$/.test(name));
  return JSON.stringify([folder, project, leading]);
}

/** Whether a repository's own settings are in files that git does not name where they say nothing: those are not kept in mind. */
function readsElsewhere(entries: readonly ConfigurationEntry[]): boolean {
  return entries.some((entry) => /^include(if\..*)?\.path$/s.test(entry.name) && !isPersons(entry));
}

function findRepository(place: GitPlace, entries: readonly ConfigurationEntry[]): RepositoryFound {
  const free = freePrograms(entries).map(describe);
  // The last one holds; any of them, to be sure.
  const comparing = entries.filter(({ name, value }) => name === 'diff.external' && value !== '').map(describe);
  const asked = askGit(WHERE, place, { msMax: MS_MAX });
  if (asked.exitCode === null) return { ok: false, why: `git could not be asked (${asked.messages})` };
  const [gitFolder, common, top = null, modules, ...more] = asked.output.replace(/\n$/, '').split('\n');
  if (more.length > 0) return { ok: false, why: 'the path of the repository holds a line break' };
  if (!gitFolder || common === undefined) return { ok: true, repository: null, programs: free, comparing };
  const repository = { gitFolder, commonFolder: resolve(place.folder, common), top };
  const elsewhere = entries.filter(({ name }) => name === 'core.worktree' && top !== holderOf(place.folder));
  const goesIn = goesIntoSubmodules(repository, entries, modules !== undefined);
  const submodules = goesIn ? ['git in submodules (their setting ignore)'] : [];
  return { ok: true, repository, programs: [...free, ...elsewhere.map(describe), ...submodules], comparing };
}

/** The nearest folder above that has a repository in it: git has no other work tree, but where it was told so. */
function holderOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return null;
  }
}

function describe(entry: ConfigurationEntry): string {
  const whose = isPersons(entry) ? 'your configuration' : 'the repository';
  return `${entry.value.slice(0, SHOWN_CHARACTERS_MAX)} (${entry.name} of ${whose})`;
}

/** What of the environment decides which repository git finds, besides the folder: judged by whoever judges commands. */
export function leadsElsewhere(environment: Environment): boolean {
  return Object.keys(environment).some((name) => LEADING.test(name));
}

const LEADING =
  /^GIT_(DIR|WORK_TREE|COMMON_DIR|EXEC_PATH|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE\w*|NAMESPACE|CEILING\w*|ATTR\w*|REPLACE_REF_BASE|CONFIG)$/;
