/**
 * What `git commit` must write, and what of it stays as it is: hooks and configuration run programs, also later and
 * outside of the sandbox. A `.git` that is a file names another folder; a command might have written that file, so the
 * folder counts only if it names the project in turn, which no command in the sandbox can have brought about.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { entryAt, isFolder, isWithin, realPath } from './places.ts';

export type GitFolders = {
  /** Real paths of folders to be written: the repository's, and that of the worktree. */
  readonly written: readonly string[];
  /** Real paths of files and folders that are there and stay as they are. */
  readonly kept: readonly string[];
  /** Folders of hooks, to be empty where they are not there. */
  readonly hooks: readonly string[];
};

/** In the folder of a repository or a worktree; `modules` and `worktrees` hold such folders of their own. */
const KEPT = ['config', 'config.worktree', 'modules', 'worktrees', 'commondir', 'gitdir'];
const TEXT_BYTES_MAX = 64 * 1024;
const NONE: GitFolders = { written: [], kept: [], hooks: [] };

/** Of the repository that the project (its real path) belongs to; nothing where there is none or none that may be trusted. */
export function gitFolders(project: string): GitFolders {
  const holder = holderOf(project);
  if (holder === null) return NONE;
  const dotGit = join(holder, '.git');
  const entry = entryAt(dotGit);
  if (entry?.isDirectory()) return foldersOf([dotGit], []);
  // A link can be made to lead anywhere.
  if (!entry?.isFile()) return NONE;
  const named = pathIn(dotGit, /^gitdir: (.*)$/m, holder);
  if (named === null) return NONE;
  // What lies in the project is written anyhow.
  if (isWithin(named, project)) return foldersOf([], [dotGit]);
  const common = commonFolder(named, dotGit);
  if (common !== null) return foldersOf([common, named], [dotGit]);
  return isModuleOf(named, holder) ? foldersOf([named], [dotGit]) : NONE;
}

function holderOf(project: string): string | null {
  for (let folder = project; ; folder = dirname(folder)) {
    if (entryAt(join(folder, '.git')) !== null) return folder;
    if (folder === dirname(folder)) return null;
  }
}

function foldersOf(written: readonly string[], files: readonly string[]): GitFolders {
  const kept = written.flatMap((folder) => KEPT.map((name) => join(folder, name)));
  return {
    written,
    kept: [...files, ...kept.filter((path) => entryAt(path) !== null)],
    hooks: written.slice(0, 1).map((folder) => join(folder, 'hooks')),
  };
}

/** The repository of a worktree: `REPOSITORY/worktrees/NAME`, in which `gitdir` leads back. */
function commonFolder(worktree: string, dotGit: string): string | null {
  if (basename(dirname(worktree)) !== 'worktrees') return null;
  const back = pathIn(join(worktree, 'gitdir'), /^(.*)$/m, worktree);
  const common = dirname(dirname(worktree));
  return back === realPath(dotGit) && isFolder(join(common, 'objects')) ? common : null;
}

/** Whether this is the folder of a submodule, whose configuration leads back to where it is checked out. */
function isModuleOf(folder: string, holder: string): boolean {
  if (!folder.includes('/modules/')) return false;
  return pathIn(join(folder, 'config'), /^\s*worktree\s*=\s*"?(.*?)"?\s*$/m, folder) === holder;
}

/** Of a regular file alone: a pipe would be waited for. */
function textOf(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = Buffer.alloc(TEXT_BYTES_MAX);
    return fstatSync(descriptor).isFile() ? bytes.toString('utf8', 0, readSync(descriptor, bytes)) : '';
  } finally {
    closeSync(descriptor);
  }
}

/** The real path that a line of a file names, or null. */
function pathIn(file: string, line: RegExp, from: string): string | null {
  try {
    const named = line.exec(textOf(file))?.[1]?.trim();
    return named ? realPath(resolve(from, named)) : null;
  } catch {
    return null;
  }
}
