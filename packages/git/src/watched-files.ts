/** The files by which git finds a repository and its settings from a folder: those that are there, and those that might come. */
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type ConfigurationEntry, isPersons } from './configuration.ts';
import type { GitPlace } from './git-command.ts';
import type { Repository } from './repository-paths.ts';

const FOLDERS_MAX = 64;
const SYSTEM_FILE = '/etc/gitconfig';

/** Absolute paths, each once. */
export function watchedFiles(
  { folder, environment = process.env }: GitPlace,
  repository: Repository | null,
  entries: readonly ConfigurationEntry[],
): readonly string[] {
  const home = environment.HOME ?? homedir();
  const inHome = join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'git', 'config');
  const theirs = [join(home, '.gitconfig'), inHome, environment.GIT_CONFIG_GLOBAL, environment.GIT_CONFIG_SYSTEM];
  const base = repository?.top ?? folder;
  const paths = [
    ...foldersAbove(folder).flatMap((each) => [join(each, '.git'), join(each, 'HEAD')]),
    ...(repository ? filesOf(repository) : []),
    ...[...theirs, SYSTEM_FILE].filter((path): path is string => path !== undefined && isAbsolute(path)),
    ...entries.flatMap(({ origin }) =>
      origin.startsWith('file:') ? [resolve(base, origin.slice('file:'.length))] : [],
    ),
    ...entries
      .filter((entry) => /^include/.test(entry.name) && isPersons(entry))
      .map((entry) => included(entry, home, base)),
  ];
  return [...new Set(paths)];
}

function foldersAbove(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = dirname(folder); folders.length < FOLDERS_MAX && at !== folders.at(-1); at = dirname(at))
    folders.push(at);
  return folders;
}

function filesOf({ gitFolder, commonFolder, top }: Repository): readonly string[] {
  return [
    ...['config', 'config.worktree', 'commondir', 'HEAD', 'index'].map((name) => join(gitFolder, name)),
    join(commonFolder, 'config'),
    ...(top === null ? [] : [join(top, '.gitmodules')]),
  ];
}

/** Of the person's own includes: one that is empty git does not name. */
function included({ value, origin }: ConfigurationEntry, home: string, base: string): string {
  if (value.startsWith('~/')) return join(home, value.slice(2));
  return resolve(dirname(resolve(base, origin.replace(/^file:/, ''))), value);
}
