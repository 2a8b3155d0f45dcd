/**
 * What commands make of files that run by themselves: those that are there stay as they are, and new ones are moved aside once
 * the command has ended, before anybody runs them. One guard for all commands of a session, for some run beside each other:
 * what is new is looked for whenever one of them ends.
 */
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type MovedAside, moveAside } from './aside.ts';
import { gitFolders } from './git-folders.ts';
import { entryAt, isWithin, realPath } from './places.ts';
import { riskyIn } from './repositories.ts';
import {
  bornAt,
  type IsSelfRunning,
  type SelfRunning,
  type SelfRunningLimits,
  selfRunningFinder,
  targetIn,
} from './self-running.ts';

/** What a command may change although it runs by itself. */
export type Allowed = {
  /** Absolute paths, with all that is in them. */
  readonly paths: readonly string[];
  /** Names, as `node_modules` or `vendor/bundle`. */
  readonly names: readonly string[];
  /** Those of them that are tracked by version control, of files that are there; null where none may be changed for it. */
  readonly tracked: ((paths: readonly string[]) => Promise<ReadonlySet<string>>) | null;
};

/** What came of looking after a command. */
export type Settled = { readonly moved: readonly MovedAside[]; readonly isWhole: boolean };

/** A command that is about to run. */
export type Watch = {
  /** Real paths of what is there and stays as it is. */
  readonly kept: readonly string[];
  /** In that, folders that may be written. */
  readonly open: readonly string[];
  /** To be called once it has ended. */
  readonly end: () => Promise<Settled>;
};

/** Of the commands of a session. */
export type Guard = {
  readonly begin: (allowed: Allowed) => Watch;
  /** Somebody has changed this file who may; all that there is now, where none is named. */
  readonly accept: (path?: string) => void;
};

/** What a guard has to know of the session. */
export type GuardSettings = {
  readonly isSelfRunning: IsSelfRunning;
  /** Where what is moved aside goes. */
  readonly aside: string;
  /** Names of folders in what is installed that tools write while they work. */
  readonly caches: readonly string[];
  readonly limits?: SelfRunningLimits;
};

/** So many are kept as they are: each takes time at the start of a command. Of more, only what is new is found. */
const KEPT_MAX = 300;
/** The clock of files is read less often than the other. */
const CLOCK_MS = 20;

/** The guard of a session's commands. It looks at nothing yet. @param folder the project */
export function openGuard(folder: string, { isSelfRunning, aside, caches, limits }: GuardSettings): Guard {
  const project = realPath(folder) ?? folder;
  const find = selfRunningFinder(project, isSelfRunning, limits);
  const running = new Set<Allowed>();
  let known: SelfRunning = { marks: new Map(), kept: [], isWhole: true };
  let knownAt = 0;

  /** With the repository that the project belongs to, wherever its folder is. */
  function look(): SelfRunning {
    const { marks, kept, isWhole } = find();
    const elsewhere = gitFolders(project).written.filter((path) => !isWithin(path, project));
    const risky = elsewhere.flatMap(riskyIn).map((path): [string, string] => [path, path]);
    return { marks: new Map([...marks, ...risky]), kept, isWhole };
  }

  async function settle(): Promise<Settled> {
    const now = look();
    const fresh = await notAllowed(newIn(now, known, knownAt), [...running], project);
    const moved = moveAside(fresh, project, aside, join(project, '.tagma', 'moved-aside'));
    for (const { path, to } of moved) if (to !== null) putBackLink(path, known.marks.get(path));
    const isWhole = now.isWhole && known.isWhole;
    known = moved.length === 0 ? now : look();
    return { moved, isWhole };
  }

  return {
    accept(path) {
      if (running.size === 0) return;
      const now = look();
      const changed = path === undefined ? null : (realPath(path) ?? path);
      const accepted = [...now.marks].filter(([each]) => changed === null || isWithin(changed, each));
      known = { ...now, marks: new Map([...known.marks, ...accepted]) };
    },
    begin(allowed) {
      if (running.size === 0) {
        knownAt = Date.now();
        known = look();
      }
      running.add(allowed);
      let settled: Promise<Settled> | null = null;
      const kept = known.kept.filter((path) => !mayChange(path, allowed, project)).slice(0, KEPT_MAX);
      return {
        kept,
        open: kept.filter((path) => basename(path) === 'node_modules').flatMap((path) => madeIn(path, caches)),
        end() {
          settled ??= settle().finally(() => running.delete(allowed));
          return settled;
        },
      };
    },
  };
}

/**
 * What was not there before, in that place or another. Where not all was looked through before, only what has come to be since
 * then: the rest may have been there.
 */
function newIn(now: SelfRunning, known: SelfRunning, knownAt: number): readonly string[] {
  const before = new Set(known.marks.values());
  const isNew = ([path, mark]: readonly [string, string]): boolean => {
    if (known.marks.get(path) === mark) return false;
    if (!known.marks.has(path) && before.has(mark)) return false;
    return known.isWhole || known.marks.has(path) || bornAt(mark) >= knownAt - CLOCK_MS;
  };
  return [...now.marks].filter(isNew).map(([path]) => path);
}

async function notAllowed(paths: readonly string[], allowed: readonly Allowed[], project: string) {
  const others = paths.filter((path) => !allowed.some((each) => isAllowed(path, each, project)));
  const files = others.filter((path) => !isOfRepository(path));
  const found = await Promise.all(allowed.map(({ tracked }) => (files.length > 0 && tracked ? tracked(files) : [])));
  const tracked = new Set(found.flatMap((each) => [...each]));
  return others.filter((path) => !tracked.has(path));
}

/** Before it runs: also what git may change, of which it is not known yet what it will be. */
function mayChange(path: string, allowed: Allowed, project: string): boolean {
  return isAllowed(path, allowed, project) || (allowed.tracked !== null && !isOfRepository(path));
}

function isAllowed(path: string, { paths, names }: Allowed, project: string): boolean {
  if (paths.some((each) => isWithin(path, each) || isWithin(each, path))) return true;
  const way = `/${relative(project, path).toLowerCase()}`;
  return names.some((name) => way.endsWith(`/${name}`));
}

/** Tools that cannot make theirs do not start. */
function madeIn(folder: string, names: readonly string[]): readonly string[] {
  return names
    .map((name) => join(folder, name))
    .filter((path) => {
      try {
        mkdirSync(path);
        return true;
      } catch {
        return entryAt(path)?.isDirectory() ?? false;
      }
    });
}

/** What git itself keeps, and never tracks. */
function isOfRepository(path: string): boolean {
  return /\/\.git(\/|$)/i.test(path) || /\/(config|commondir|gitdir|config\.worktree|hooks(\/[^/]+)?)$/.test(path);
}

function putBackLink(path: string, mark: string | undefined): void {
  const target = targetIn(mark);
  if (target !== null && entryAt(path) === null) symlinkSync(target, path);
}
