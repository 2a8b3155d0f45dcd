/**
 * Which files of a project run by themselves: found by their names alone, the highest folders first. What has been read of a
 * folder is known until it changes, so that looking again costs no more than a glance at each folder. What is installed is
 * one entry: nobody goes through `node_modules`.
 */
import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keptOfRepository, riskyIn } from './repositories.ts';

/** What is there, and a mark of each that another file in its place does not have. */
export type SelfRunning = {
  readonly marks: ReadonlyMap<string, string>;
  /** Those that can be kept as they are: no links, and of a repository also what starts nothing now. */
  readonly kept: readonly string[];
  /** Whether all of the project was looked through: else there was no time for it, or too much. */
  readonly isWhole: boolean;
};

export type SelfRunningLimits = { readonly milliseconds: number; readonly folders: number };

const LIMITS: SelfRunningLimits = { milliseconds: 300, folders: 50_000 };
/** A folder that was changed so shortly before it was read may have been changed once more since, at the same time. */
const UNSETTLED_MS = 1_000;
const LINK = ' -> ';
/** Asked for the time only so often. */
const FOLDERS_BETWEEN = 64;

/** What programs of version control keep, and change at each step: of these, what has something run. */
const WORKING: ReadonlyMap<string, readonly string[]> = new Map([
  ['.hg', ['hgrc', 'hgrc-not-shared', 'sharedpath', 'requires']],
  ['.jj', ['repo/config.toml', 'repo']],
  ...['.svn', '.bzr', '.sl', '.pijul', '_darcs'].map((name): [string, readonly string[]] => [name, []]),
]);

type Folder = {
  readonly mark: string;
  readonly readAt: number;
  /** Entries that run by themselves, as paths in the folder. */
  readonly found: readonly string[];
  readonly folders: readonly string[];
  /** Whether git takes it, or its `.git`, for a repository. */
  readonly repositories: readonly string[];
};

/** Whether an entry of a folder runs by itself, by its name and that of the folder. */
export type IsSelfRunning = (name: string, folder: string) => boolean;

/** Looks through a project, by its real path, as often as it is called. @param now in milliseconds */
export function selfRunningFinder(
  project: string,
  isSelfRunning: IsSelfRunning,
  limits = LIMITS,
  now: () => number = Date.now,
): () => SelfRunning {
  const known = new Map<string, Folder>();

  function folderAt(path: string): Folder | null {
    const before = known.get(path);
    const mark = markOf(path);
    if (mark === null) return null;
    if (before && before.mark === mark.text && mark.changedMs + UNSETTLED_MS < before.readAt) return before;
    const readAt = now();
    const folder = { ...sorted(path, entriesIn(path), isSelfRunning), mark: mark.text, readAt };
    known.set(path, folder);
    return folder;
  }

  return () => {
    const marks = new Map<string, string>();
    const kept: string[] = [];
    const add = (path: string) => {
      const mark = markOf(path);
      if (mark === null) return;
      marks.set(path, mark.identity);
      if (!isLink(mark)) kept.push(path);
    };
    const addRepository = (path: string) => {
      for (const risky of riskyIn(path)) add(risky);
      kept.push(...keptOfRepository(path));
    };
    const deadline = now() + limits.milliseconds;
    const ahead = [project];
    for (let at = 0; at < ahead.length; at++) {
      if (at >= limits.folders || (at % FOLDERS_BETWEEN === 0 && now() > deadline))
        return { marks, kept, isWhole: false };
      const path = ahead[at] ?? '';
      const folder = folderAt(path);
      if (folder === null) continue;
      for (const name of folder.found) add(join(path, name));
      for (const name of folder.repositories) addRepository(join(path, name));
      ahead.push(...folder.folders.map((name) => join(path, name)));
    }
    return { marks, kept, isWhole: true };
  };
}

function sorted(
  path: string,
  entries: readonly Dirent[],
  isSelfRunning: IsSelfRunning,
): Omit<Folder, 'mark' | 'readAt'> {
  const found: string[] = [];
  const folders: string[] = [];
  const repositories: string[] = [];
  const own = basename(path);
  for (const entry of entries) {
    const name = entry.name.toLowerCase();
    const working = entry.isDirectory() ? WORKING.get(name) : undefined;
    if (working) found.push(...working.map((each) => join(entry.name, each)));
    else if (entry.isDirectory() && name === '.git') repositories.push(entry.name);
    else if (isSelfRunning(entry.name, own)) found.push(entry.name);
    else if (entry.isDirectory()) folders.push(entry.name);
  }
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  const isRepository = names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')));
  return {
    found,
    folders: isRepository ? [] : folders,
    repositories: isRepository ? [...repositories, '.'] : repositories,
  };
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** When it came to be, in milliseconds; never, where the file system does not say. */
export function bornAt(mark: string): number {
  return Number(mark.split(' ')[2]);
}

/** Where the link in the place of a file led, by its mark; null where there was none. */
export function targetIn(mark: string | undefined): string | null {
  const at = mark?.indexOf(LINK) ?? -1;
  return mark === undefined || at < 0 ? null : mark.slice(at + LINK.length);
}

function isLink({ identity }: { readonly identity: string }): boolean {
  return targetIn(identity) !== null;
}

/** Null where nothing is there. `identity` stays when a file is moved or written; a link is another when it leads elsewhere. */
function markOf(path: string): { readonly text: string; readonly identity: string; readonly changedMs: number } | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    const { dev, ino, birthtimeMs, ctimeMs, mtimeMs } = stats;
    const target = stats.isSymbolicLink() ? LINK + readlinkSync(path) : '';
    const identity = `${dev} ${ino} ${birthtimeMs}${target}`;
    return { text: `${identity} ${ctimeMs} ${mtimeMs}`, identity, changedMs: ctimeMs };
  } catch {
    return null;
  }
}
