/** Where Tagma keeps what it writes: in the user's state folder, as the XDG base directory specification has it. */
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import type { Environment } from './environment.ts';

export type Folders = {
  readonly history: string;
  /** Full outputs that were too long for the model. */
  readonly outputs: string;
  readonly log: string;
};

/** @param history the folder given by `--history`, or undefined. */
export function foldersOf(project: string, history: string | undefined, env: Environment): Folders {
  const state = stateFolder(env);
  return {
    history: history === undefined ? join(state, 'history', slugOf(project)) : resolve(history),
    outputs: join(state, 'outputs'),
    log: join(state, 'tagma.log'),
  };
}

/** Where Tagma keeps what it writes of its own accord. */
export function stateFolder(env: Environment): string {
  return join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'tagma');
}

/** A session's name: when it began, to the second, and a random end. Sorts by time. */
export function sessionName(now: Date, random: string): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${random}`;
}

/** Readable, and different for two folders of the same name. */
function slugOf(project: string): string {
  let sum = 5381;
  for (const character of project) sum = (Math.imul(sum, 33) ^ (character.codePointAt(0) ?? 0)) >>> 0;
  return `${basename(project).replace(/[^\p{L}\p{N}._-]/gu, '_') || 'root'}-${sum.toString(36)}`;
}
