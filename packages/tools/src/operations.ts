/**
 * The doors of the tools to the machine they run on, as one small object: a sandbox, a remote shell or a test puts its
 * own in place of one of them. Files are opened directly.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { homedir } from 'node:os';
import { findRipgrep } from './ripgrep.ts';

export type Operations = {
  /**
   * Starts a command: no standard input, output and errors as pipes, leader of a process group of its own. A sandbox
   * starts its own program with the command's file and arguments after its own. What it promises has begun; where that
   * fails, it throws or rejects.
   */
  readonly spawn: (command: Command) => Spawned | Promise<Spawned>;
  /** The path of a ripgrep to search with, or null: then the search is done here, slower. */
  readonly ripgrep: () => string | null;
  /** The folder that `~` stands for. */
  readonly home: () => string;
  /** The variables that commands see. */
  readonly environment: () => NodeJS.ProcessEnv;
};

/** What is used of a `ChildProcess`. */
export type Spawned = {
  /** Undefined where it could not be started: `error` says why. */
  readonly pid?: number | undefined;
  readonly stdout: EventEmitter | null;
  readonly stderr: EventEmitter | null;
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit', listener: (exitCode: number | null, signal: string | null) => void): unknown;
  /** Both pipes are at their end. */
  once(event: 'close', listener: () => void): unknown;
  /** Nobody waits for it any more. */
  unref(): void;
};

export type Command = {
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
};

/** Everything on this machine, started by this process. */
export const HERE = {
  spawn: ({ file, args, folder, environment }: Command): ChildProcess =>
    spawn(file, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
  ripgrep: () => findRipgrep(),
  home: () => homedir(),
  environment: () => process.env,
} as const satisfies Operations;

/** This machine's, but for those that the caller brings. */
export function operationsOf({ operations }: { readonly operations?: Partial<Operations> }): Operations {
  return { ...HERE, ...operations };
}
