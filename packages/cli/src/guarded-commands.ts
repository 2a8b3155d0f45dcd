/**
 * Files that run by themselves, around the commands of a session: what may be changed of them follows from what was allowed, what
 * is there stays as it is, and what is new is moved aside below the session's outputs. Not in mode `trust`.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { type GitCommand, gitCommand } from '@tagma/git';
import { CACHES_OF_INSTALLED, isSelfRunningEntry } from '@tagma/protocol';
import type { Allowed, Guard, openGuard as OpenGuard, Watch } from '@tagma/sandbox';
import type { Command, LeftBehind } from '@tagma/tools';

export type GuardedCommands = {
  /**
   * Starts a command with what stays as it is while it runs, and what of that may be written; nothing for one that is not looked
   * after. What it has left is looked at as soon as it has ended, whoever asks for it.
   */
  readonly start: (command: Command, spawn: (kept: Pick<Watch, 'kept' | 'open'>) => ChildProcess) => ChildProcess;
  /** A file was changed that was allowed to be, beside all commands. */
  readonly changed: (path: string) => void;
  /** What has stayed as it was while the last command of such bounds ran. */
  readonly kept: (command: Command) => readonly string[];
  readonly settled: (command: Command) => Promise<LeftBehind>;
  /** All paths that were moved aside. */
  readonly moved: () => readonly string[];
};

type Bounds = NonNullable<Command['bounds']>;

const NOTHING: LeftBehind = { movedAside: [], isWhole: true };
const UNWATCHED = { kept: [], open: [] };
const GIT_MS_MAX = 10_000;
const GIT_BYTES_MAX = 4 * 1024 ** 2;

/** @param aside the folder for what is moved. @param look starts a command that may write nothing */
export function guardCommands(
  folder: string,
  aside: string,
  openGuard: typeof OpenGuard,
  look: (command: GitCommand) => ChildProcess,
): GuardedCommands {
  let guard: Guard | null = null;
  const watches = new WeakMap<Bounds, Watch[]>();
  const keptOf = new WeakMap<Bounds, readonly string[]>();
  const moved = new Set<string>();
  const open = (): Guard =>
    openGuard(folder, { isSelfRunning: isSelfRunningEntry, aside, caches: CACHES_OF_INSTALLED });
  const trackedAt = (paths: readonly string[]) => tracked(paths, folder, look);
  return {
    changed: (path) => guard?.accept(path),
    start({ bounds }, spawn) {
      if (!isWatched(bounds)) return spawn(UNWATCHED);
      guard ??= open();
      const watch = guard.begin(allowedBy(bounds, trackedAt));
      watches.set(bounds, [...(watches.get(bounds) ?? []), watch]);
      keptOf.set(bounds, watch.kept);
      const end = async () => {
        const { moved: movedAside } = await watch.end();
        for (const { path } of movedAside) moved.add(relative(folder, path));
      };
      try {
        const child = spawn(watch);
        // Also where nobody asks, as with a hook.
        for (const event of ['exit', 'error']) child.once(event, () => void end());
        return child;
      } catch (error) {
        void end();
        throw error;
      }
    },
    kept: ({ bounds }) => (bounds ? (keptOf.get(bounds) ?? []) : []),
    async settled({ bounds }) {
      // What runs outside was allowed to change what it likes.
      if (!bounds) guard?.accept();
      const [watch, ...others] = bounds ? (watches.get(bounds) ?? []) : [];
      if (!bounds || watch === undefined) return NOTHING;
      watches.set(bounds, others);
      const { moved: movedAside, isWhole } = await watch.end();
      return { movedAside, isWhole };
    },
    moved: () => [...moved],
  };
}

function isWatched(bounds: Command['bounds']): bounds is Bounds {
  return bounds?.writes === 'project' && !bounds.sharesMachine;
}

function allowedBy(
  { selfRunning, installs, movesWorkTree }: Bounds,
  trackedAt: NonNullable<Allowed['tracked']>,
): Allowed {
  return {
    paths: selfRunning ?? [],
    names: installs ?? [],
    tracked: movesWorkTree ? trackedAt : null,
  };
}

/** By git itself, in a sandbox: those in which there is nothing that it does not track. */
async function tracked(paths: readonly string[], folder: string, look: Parameters<typeof guardCommands>[3]) {
  const found = new Set<string>();
  for (const repository of new Set(paths.map((path) => repositoryOf(path, folder)))) {
    const inIt = paths.filter((path) => repositoryOf(path, folder) === repository);
    const ways = inIt.map((path) => relative(repository, path));
    const command = gitCommand(['ls-files', '-z', '--others', '--', ...ways], 'look', {
      folder: repository,
      project: folder,
    });
    const others = command && (await outputOf(look(command)));
    if (others === null) continue;
    const untracked = others.split('\0').filter((name) => name !== '');
    const isTracked = (way: string) => !untracked.some((name) => name === way || name.startsWith(`${way}/`));
    for (const path of inIt) if (isTracked(relative(repository, path))) found.add(path);
  }
  return found;
}

function repositoryOf(path: string, folder: string): string {
  for (let at = dirname(path); isBelow(at, folder); at = dirname(at)) if (existsSync(join(at, '.git'))) return at;
  return folder;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

/** Null where it does not end well, or in time. */
function outputOf(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => child.kill('SIGKILL'), GIT_MS_MAX);
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= GIT_BYTES_MAX) chunks.push(chunk);
    });
    child.stderr?.resume();
    child.once('error', () => resolve(null));
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0 && bytes <= GIT_BYTES_MAX ? Buffer.concat(chunks).toString('utf8') : null);
    });
  });
}
