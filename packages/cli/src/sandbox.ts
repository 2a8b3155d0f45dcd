/** The sandbox around a session's commands: looked for once at the start, laid out for each command anew. */
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { locate } from '@tagma/protocol';
import type { Confinement, Known, Sandbox } from '@tagma/sandbox';
import { type Command, createFolders, type Operations, spawnHere } from '@tagma/tools';
import { closedPaths } from './closed-paths.ts';
import type { Config } from './config/config.ts';
import type { Environment } from './environment.ts';
import { cacheFolder, codeFolder, isWithin, stateFolder } from './folders.ts';
import { guardCommands } from './guarded-commands.ts';
import { tellHere } from './start-notes.ts';

export type CommandSandbox = {
  /** Whether commands run in one. */
  readonly isOn: boolean;
  /** For the person: why there is none although there should be one; null where there is, or none is wanted. */
  readonly missing: string | null;
  readonly operations: Partial<Operations>;
  /** The session is over: the temporary files of its commands are removed. */
  readonly end: () => void;
};

export type Place = {
  /** The project folder. */
  readonly folder: string;
  readonly outputFolder: string;
  /** What no command sees, beside what the configuration hides. */
  readonly hidden?: readonly string[];
  /** Outputs of other sessions that this one's conversation names. */
  readonly otherOutputs?: readonly string[];
  /** Files of the project that no command changes but one that was allowed just that. */
  readonly unchanging?: () => readonly string[];
  readonly config: Config;
};

/** An `@` is a part of the name here. */
const AS_WRITTEN = { exists: () => true };
const OWNER_ONLY = 0o700;
const LOOK = { writes: 'nothing', network: false, beyond: [] } as const;
const OFF: CommandSandbox = { isOn: false, missing: null, operations: {}, end: () => {} };

/** @param isWanted not with `--no-sandbox`, nor where the configuration has none. Nothing is looked for then. */
export async function findSandboxIf(isWanted: boolean): Promise<Sandbox | null> {
  if (!isWanted) return null;
  return (await import('@tagma/sandbox')).findSandbox(process.env, process.platform, knownIn(stateFolder(process.env)));
}

/** Kept from one run to the next, in a file that no command sees. A file that cannot be had costs a trial, and no more. */
function knownIn(folder: string): Known {
  const file = join(folder, 'sandbox');
  return {
    has(mark) {
      try {
        return readFileSync(file, 'utf8') === mark;
      } catch {
        return false;
      }
    },
    add(mark) {
      try {
        createFolders(folder, OWNER_ONLY);
        writeFileSync(file, mark, { mode: 0o600 });
      } catch {
        // It is tried again next time.
      }
    },
  };
}

export async function openSandbox(found: Sandbox | null, place: Place, env: Environment): Promise<CommandSandbox> {
  const outputs = [place.outputFolder, ...(place.otherOutputs ?? [])];
  const closed = closedPaths(env, place.config, outputs);
  const opened = await openFound(found, place, env);
  // With a sandbox or without: searches are not in one.
  return { ...opened, operations: { ...opened.operations, closed: () => closed } };
}

async function openFound(found: Sandbox | null, place: Place, env: Environment): Promise<CommandSandbox> {
  if (found === null) return OFF;
  if (found.kind === 'none') return { ...OFF, missing: found.why };
  const { blockedBy, confine, layOut, openGuard, refusalFor } = await import('@tagma/sandbox');
  const temporary = join(place.outputFolder, 'tmp');
  const confinementOf = confinements(place, temporary, env);
  const layoutOf = (command: Command, kept?: Pick<Confinement, 'guarded' | 'open'>) =>
    layOut({ ...confinementOf(command), ...kept }, command.environment);
  // A project that cannot be held in is told at once, not at the first command.
  const whole: Command = {
    ...{ file: '', args: [], folder: place.folder, environment: process.env },
    bounds: { writes: 'project', network: false, beyond: [] },
  };
  const refusal = refusalFor(confinementOf(whole), process.env);
  if (refusal !== null) return { ...OFF, missing: refusal.why };
  const aside = join(place.outputFolder, 'moved-aside');
  const spawnInside = (command: Command, kept?: Pick<Confinement, 'guarded' | 'open'>) => {
    const layout = layoutOf(command, kept);
    if (layout.kind === 'refused') throw new Error(layout.why);
    const confined = confine(command, layout, found);
    return spawnHere(command.input === undefined ? confined : { ...confined, input: command.input });
  };
  const guard = guardCommands(place.folder, aside, openGuard, (git) => spawnInside({ ...git, bounds: LOOK }));
  return {
    isOn: true,
    missing: null,
    end() {
      removeIfThere(temporary);
      const moved = guard.moved();
      if (moved.length > 0)
        tellHere(`commands have made files that run by themselves; they lie in ${aside} now: ${moved.join(', ')}`);
    },
    operations: {
      spawn(command) {
        if (!command.bounds) return spawnHere(command);
        return guard.start(command, ({ kept, open }) => spawnInside(command, { guarded: kept, open }));
      },
      settled: guard.settled,
      changed: guard.changed,
      stopped(command, exitCode, output) {
        const layout = layoutOf(command, { guarded: guard.kept(command) });
        return layout.kind === 'refused' ? null : blockedBy({ exitCode }, output, layout);
      },
    },
  };
}

/** Which one holds commands of a project in, as `openSandbox` would find. It makes nothing. `why`: null where none is wanted. */
export async function sandboxFor(
  found: Sandbox | null,
  folder: string,
  hidden: readonly string[],
  config: Config,
): Promise<{ readonly kind: 'bubblewrap' | 'seatbelt' | null; readonly why: string | null }> {
  if (found === null) return { kind: null, why: null };
  if (found.kind === 'none') return { kind: null, why: found.why };
  const { refusalFor } = await import('@tagma/sandbox');
  const home = homedir();
  const absolute = absoluteIn(folder, home);
  const { readable, writable, hidden: closed } = config.sandbox ?? {};
  const confinement: Confinement = {
    ...{ writes: 'project', network: false, folder, home, temporary: null, caches: null },
    readable: absolute(readable),
    writable: absolute(writable),
    hidden: [...closedPaths(process.env, config, []), ...hidden, ...absolute(closed)],
  };
  const refusal = refusalFor(confinement, process.env);
  return refusal === null ? { kind: found.kind, why: null } : { kind: null, why: refusal.why };
}

/** It is made for the first command. */
function removeIfThere(folder: string): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}

/** What is said at the start where there is none. */
export function withoutSandbox(missing: string): string {
  return `commands run without a sandbox, with all your rights: ${missing} (--no-sandbox says that you know.)`;
}

/** What a command is held within, and what else the person has said of files. */
function confinements(
  { folder, outputFolder, otherOutputs = [], unchanging = () => [], config, hidden: kept = [] }: Place,
  temporary: string,
  env: Environment,
): (command: Command) => Confinement {
  const home = homedir();
  const outputs = [outputFolder, ...otherOutputs];
  const { readable, writable, hidden } = config.sandbox ?? {};
  const absolute = absoluteIn(folder, home);
  createFolders(outputFolder, OWNER_ONLY);
  const caches = madeCaches(join(cacheFolder(env), 'sandbox'));
  madeCodeFolder(env);
  const closed = closedPaths(env, config, outputs);
  return ({ bounds, copies = new Map() }) => ({
    writes: bounds?.writes ?? 'nothing',
    network: bounds?.network ?? false,
    ...(bounds?.sharesMachine && { sharesMachine: true }),
    ...{ folder, home, temporary, caches },
    keptVariables: config.keepVariables ?? [],
    readable: [...outputs, ...absolute(readable)],
    writable: [...absolute(writable), ...beyondOf(bounds, folder, home).flatMap((path) => writableFor(path, home))],
    // What a call was allowed to change by its name it may change in here too.
    readOnly: unchanging().filter((path) => !bounds?.beyond.some((one) => isWithin(one, realOf(path)))),
    copies,
    hidden: [
      ...[...closed, ...kept, ...absolute(hidden)],
      // What lies where all caches may be written is Tagma's own still.
      ...(bounds?.sharesMachine ? [cacheFolder(env)] : []),
    ],
  });
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function absoluteIn(folder: string, home: string) {
  return (paths: readonly string[] = []) => paths.map((path) => locate(path, { folder, home }, AS_WRITTEN));
}

/** Where none can be made a command has none of its own. */
function madeCaches(folder: string): string | null {
  try {
    createFolders(folder, OWNER_ONLY);
    return folder;
  } catch {
    return null;
  }
}

/** What is not there cannot be hidden: a command whose project is the home could make it, and put code there. */
function madeCodeFolder(env: Environment): void {
  try {
    createFolders(codeFolder(env), OWNER_ONLY);
  } catch {
    // Then no command can make it either: it has no more rights than this.
  }
}

/**
 * Where the machine is shared, the home stays as it is, whatever was named: the sandbox stops it, and the person is asked. The
 * project is written there anyway, and a file that were mounted by itself could not be replaced, as git does with its own.
 */
function beyondOf(bounds: Command['bounds'], folder: string, home: string): readonly string[] {
  const { beyond = [], sharesMachine = false } = bounds ?? {};
  if (!sharesMachine) return beyond;
  const [project, own] = [realOf(folder), realOf(home)];
  return beyond.filter((path) => !isWithin(path, own) && !isWithin(path, project));
}

/**
 * What is not there yet is made in a folder, which must be writable for it; never the home, nor what is above it: the
 * start-up files of shells lie there. The sandbox stops that, and the person is asked.
 */
function writableFor(path: string, home: string): readonly string[] {
  const folder = nearest(path);
  const holdsHome = existsSync(home) && !relative(folder, realpathSync(home)).startsWith('..');
  return folder !== path && holdsHome ? [] : [folder];
}

function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}
