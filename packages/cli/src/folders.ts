/** Where Tagma keeps what it writes: in the user's state folder, as the XDG base directory specification has it. */
import { homedir } from 'node:os';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { locate } from '@tagma/protocol';
import type { Config } from './config/config.ts';
import type { Environment } from './environment.ts';

export type Folders = {
  readonly history: string;
  /** Full outputs that were too long for the model. */
  readonly outputs: string;
  readonly log: string;
};

/** An `@` is a part of the name here. */
const AS_WRITTEN = { exists: () => true };

/** @param history the folder that `historyFolder` gives. */
export function foldersOf(project: string, history: string | undefined, env: Environment): Folders {
  const state = stateFolder(env);
  return {
    history: history === undefined ? join(state, 'history', slugOf(project)) : resolve(history),
    outputs: join(state, 'outputs'),
    log: logFile(env),
  };
}

/**
 * The folder for histories that the person has named: by `--history`, or by `history.dir` of the configuration, where a
 * relative path begins at the project. Undefined where none was named: then each project has its own in the state folder.
 */
export function historyFolder(option: string | undefined, { history }: Config, project: string): string | undefined {
  if (option !== undefined) return option;
  if (history?.dir === undefined) return undefined;
  return resolve(locate(history.dir, { folder: project, home: homedir() }, AS_WRITTEN));
}

/** The folder for the histories of all projects that the configuration names; null where it names none, or one in each. */
export function sharedHistory(config: Config): string | null {
  const { dir = '' } = config.history ?? {};
  return isAbsolute(dir) || dir.startsWith('~') ? (historyFolder(undefined, config, homedir()) ?? null) : null;
}

/** What of its histories no call changes unasked, and no command sees: nothing, where the project itself lies in there. */
export function keptHistory(folder: string, project: string): readonly string[] {
  return isWithin(project, folder) ? [] : [folder];
}

/** Whether a path is the folder, or lies below it. Both absolute. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(/^\.\.(?:[\\/]|$)/.test(way) || isAbsolute(way));
}

/** What happened inside, of all sessions. */
export function logFile(env: Environment): string {
  return join(stateFolder(env), 'tagma.log');
}

/** Where Tagma keeps what it writes of its own accord. */
export function stateFolder(env: Environment): string {
  return join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'tagma');
}

/** Where Tagma keeps what it can make again. */
export function cacheFolder(env: Environment): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tagma');
}

/**
 * Where the bundle keeps compiled code for its next start (packages/build/kept-code.cjs). Whoever writes there runs as
 * Tagma, outside of any sandbox: no command sees it, and no call changes it unasked.
 */
export function codeFolder(env: Environment): string {
  const { TAGMA_CODE_CACHE: named = '', XDG_CACHE_HOME: caches = '' } = env;
  return isAbsolute(named) ? named : join(cacheFolder(isAbsolute(caches) ? env : {}), 'code');
}

/** A session's name: when it began, to the second, and a random end. Sorts by time. */
export function sessionName(now: Date, random: string): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${random}`;
}

/** Whether a name is one that `sessionName` gives. */
export function isSessionName(name: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-[0-9a-f]{6}$/.test(name);
}

/** Readable, and different for two folders of the same name. */
function slugOf(project: string): string {
  let sum = 5381;
  for (const character of project) sum = (Math.imul(sum, 33) ^ (character.codePointAt(0) ?? 0)) >>> 0;
  return `${basename(project).replace(/[^\p{L}\p{N}._-]/gu, '_') || 'root'}-${sum.toString(36)}`;
}
