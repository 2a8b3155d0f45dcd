/**
 * Which files of a project are kept before a command: those that git keeps, or would (its list of what is ignored says what not),
 * and git's own folder without its objects. Names alone; what is ignored is remembered, for what was there before is not new.
 */
import { lstatSync, opendirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { runGit } from '@tagma/git';
import { ignoredPathsBelow } from '../gitignore.ts';
import type { TreeLimits } from './tree-limits.ts';

export type TreeFiles = {
  /** Absolute. */
  readonly paths: readonly string[];
  /** Absolute files and folders that are passed over, with all that is in them. */
  readonly passedOver: readonly string[];
};

const LIST_BYTES_MAX = 64 * 1024 ** 2;
const ENTRIES_AT_ONCE = 256;
/** Stored by their hash, and written once: what is in them is not lost by a command that does not remove them. */
const OBJECTS = 'objects';

/** Throws where there are too many, or the time is up. */
export async function filesOfTree(folder: string, limits: TreeLimits): Promise<TreeFiles> {
  const listed = (await byGit(folder, limits)) ?? (await byWalking(folder, limits));
  const git = gitFolderOf(folder);
  const own = git === null ? [] : walk(git, limits, ({ name, isFolder }) => isFolder && name === OBJECTS).paths;
  const paths = [...new Set([...listed.paths, ...own])];
  limits.check(paths.length);
  return { paths, passedOver: listed.passedOver };
}

/** Null where this is no repository, or git has no answer. */
async function byGit(folder: string, limits: TreeLimits): Promise<TreeFiles | null> {
  const list = async (options: readonly string[]) => {
    const bounds = { msMax: Math.max(Math.ceil(limits.msLeft()), 1), bytesMax: LIST_BYTES_MAX };
    const answer = await runGit(['ls-files', '-z', ...options], 'look', { folder }, bounds);
    limits.check(0);
    if (answer.exitCode !== 0) return null;
    return answer.output.split('\0').filter((name) => name !== '');
  };
  const [kept, ignored] = await Promise.all([
    list(['--cached', '--others', '--exclude-standard']),
    list(['--others', '--ignored', '--exclude-standard', '--directory']),
  ]);
  if (kept === null || ignored === null) return null;
  // A folder in the list is a repository of its own.
  const isFolderName = (name: string) => name.endsWith('/') || isFolder(join(folder, name));
  const passedOver = [...ignored, ...kept.filter(isFolderName)].map((name) => join(folder, name.replace(/\/$/, '')));
  return { paths: kept.filter((name) => !isFolderName(name)).map((name) => join(folder, name)), passedOver };
}

async function byWalking(folder: string, limits: TreeLimits): Promise<TreeFiles> {
  const ignored = await ignoredPathsBelow(folder);
  return walk(folder, limits, ({ parent, name, isFolder }) => ignored.isIgnored(parent, name, isFolder));
}

type Entry = { readonly parent: string; readonly name: string; readonly isFolder: boolean };

function walk(top: string, limits: TreeLimits, isPassedOver: (entry: Entry) => boolean): TreeFiles {
  const paths: string[] = [];
  const passedOver: string[] = [];
  const ahead = [top];
  for (let parent = ahead.pop(); parent !== undefined; parent = ahead.pop()) {
    for (const { name, kind } of entriesOf(parent)) {
      limits.check(paths.length);
      const path = join(parent, name);
      if (isPassedOver({ parent, name, isFolder: kind === 'folder' })) passedOver.push(path);
      else if (kind === 'folder') ahead.push(path);
      else if (kind === 'file') paths.push(path);
    }
  }
  return { paths, passedOver };
}

/** What may not be read has no entries: nor can a command of the same user change what is in there. */
function* entriesOf(path: string): Iterable<{ readonly name: string; readonly kind: 'folder' | 'file' | 'other' }> {
  let folder: ReturnType<typeof opendirSync>;
  try {
    folder = opendirSync(path, { bufferSize: ENTRIES_AT_ONCE });
  } catch {
    return;
  }
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      const isFile = entry.isFile() || entry.isSymbolicLink();
      yield { name: entry.name, kind: entry.isDirectory() ? 'folder' : isFile ? 'file' : 'other' };
    }
  } finally {
    folder.closeSync();
  }
}

/** The nearest `.git` that is a folder, here or above; null where there is none. That of a worktree is a file like any other. */
export function gitFolderOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const git = `${at === sep ? '' : at}${sep}.git`;
    if (isFolder(git)) return git;
    if (at === dirname(at)) return null;
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
