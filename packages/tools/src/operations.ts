/**
 * The doors of the tools to the machine they run on, as one small object: a sandbox, a remote shell or a test puts its
 * own in place of one of them. Files are opened directly.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { homedir } from 'node:os';
import type { Bounds } from '@tagma/protocol';
import { findRipgrep } from './ripgrep.ts';

/** What tools do to the world outside of files: a test, a container or a remote machine brings its own. */
export type Operations = {
  /**
   * Starts a command: no standard input but where it says so, output and errors as pipes, leader of a session and so of a process group of its
   * own, without a terminal. A sandbox, a container or a remote shell starts its own program with the command's file and
   * arguments after its own, and hands on the variables whose names begin with `TAGMA_`. Throws where it cannot hold a command
   * within its bounds.
   */
  readonly spawn: (command: Command) => ChildProcess;
  /** In a few words what the sandbox has kept a command from that has failed; null where that is not why. */
  readonly stopped: (command: Command, exitCode: number | null, output: string) => string | null;
  /**
   * Looks at what a command has left, once it has ended, and also where it could not be started: what of it was moved aside. To be
   * called once for each command that was given to `spawn`.
   */
  readonly settled: (command: Command) => Promise<LeftBehind>;
  /** A tool has changed this file, by its absolute path: no command has. */
  readonly changed: (path: string) => void;
  /** The path of a ripgrep to search with, or null: then the search is done here, slower. */
  readonly ripgrep: () => string | null;
  /** Absolute files and folders that no search comes to, whatever the call names. */
  readonly closed: () => readonly string[];
  /** The folder that `~` stands for. */
  readonly home: () => string;
  /** The variables that commands see. */
  readonly environment: () => NodeJS.ProcessEnv;
  /** How long news of a background job is waited for. */
  readonly patience: Patience;
  /** Whether `fetch` may connect to this IP address: by default, if it is one of the public internet. */
  readonly allowAddress: (address: string) => Promise<boolean>;
  /** The addresses of a host, by its name. */
  readonly lookUp: (host: string) => Promise<readonly LookupAddress[]>;
};

/** What a sandbox has found after a command: files that other programs run by themselves, and that were not there before. */
export type LeftBehind = {
  /** Absolute paths, and where each lies now; null where it could not be moved. */
  readonly movedAside: readonly { readonly path: string; readonly to: string | null }[];
  /** Whether all of the project was looked through. */
  readonly isWhole: boolean;
};

export type Patience = {
  /** For the first output of a new job, and for news of one that is read. */
  readonly outputMs: number;
  /** After the first output: what comes right behind it is read with it, the end of a short job too. */
  readonly moreMs: number;
};

/** A command that is to be run. */
export type Command = {
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Within what a sandbox is to hold it; none where it is null or left out. */
  readonly bounds?: Bounds | null;
  /** What its standard input is: a text, or a pipe for whoever starts it. Left out: there is none. */
  readonly input?: { readonly text: string } | 'pipe';
  /** Files that a sandbox shows as somebody has seen them: by their real paths, copies of them. */
  readonly copies?: ReadonlyMap<string, string>;
};

/** Starts a command on this machine, with nothing around it. */
export function spawnHere({ file, args, folder, environment, input }: Command): ChildProcess {
  const child = spawn(file, args, {
    cwd: folder,
    env: environment,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // A session of its own: no terminal to wait on. On Windows it would be a window.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  // It need not read what it is given.
  child.stdin?.on('error', () => {});
  if (typeof input === 'object') child.stdin?.end(input.text);
  return child;
}

const NOTHING_LEFT: LeftBehind = { movedAside: [], isWhole: true };

const HERE: Operations = {
  spawn: spawnHere,
  stopped: () => null,
  settled: async () => NOTHING_LEFT,
  changed: () => {},
  ripgrep: () => findRipgrep(),
  closed: () => [],
  home: () => homedir(),
  environment: () => process.env,
  patience: { outputMs: 500, moreMs: 250 },
  allowAddress: async (address) => (await import('./public-address.ts')).isPublicAddress(address),
  lookUp: (host) => lookup(host, { all: true }),
};

/** This machine's, but for those that the caller brings. */
export function operationsOf({ operations }: { readonly operations?: Partial<Operations> }): Operations {
  return { ...HERE, ...operations };
}
