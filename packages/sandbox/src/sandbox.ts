/** Which sandbox there is on this machine: found out by running something in it. */
import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isolation, MACHINE } from './bubblewrap.ts';
import { inheritedFiles } from './inherited.ts';
import { type KernelSettings, whyNot } from './why-not.ts';

/** What this machine confines commands with. */
export type Sandbox =
  | {
      readonly kind: 'bubblewrap' | 'seatbelt';
      readonly path: string;
      /** Files that this program was started with, to be closed in commands; and the shell that does so. */
      readonly inherited: readonly number[];
      readonly shell: string;
    }
  /** A sentence for the person: why there is none, and what can be done about it. */
  | { readonly kind: 'none'; readonly why: string };

/** The system's own places first: a folder of a project may stand on the search path. */
const PLACES = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];
const SEATBELT = '/usr/bin/sandbox-exec';
const TRIAL_MS_MAX = 5_000;
const BOOT = '/proc/sys/kernel/random/boot_id';
const SETTINGS = {
  usernsClone: '/proc/sys/kernel/unprivileged_userns_clone',
  apparmorRestricts: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
  usernsMax: '/proc/sys/user/max_user_namespaces',
};

/**
 * What has worked before, so that it need not be tried again while machine and program are the same. One that does not work
 * after all fails at the first command: nothing runs outside because of it.
 */
export type Known = {
  /** Whether the sandbox of this mark has been seen to work. */
  readonly has: (mark: string) => boolean;
  /** The sandbox of this mark works. */
  readonly add: (mark: string) => void;
};

const NOTHING_KNOWN: Known = { has: () => false, add: () => {} };

/** Looks once, for the whole of a session; some 20 ms where it is not known. Never rejects. */
export async function findSandbox(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  known: Known = NOTHING_KNOWN,
): Promise<Sandbox> {
  if (platform === 'linux') return findBubblewrap(environment, known);
  if (platform === 'darwin') return findSeatbelt();
  return { kind: 'none', why: `There is no sandbox for ${platform}: commands run with all your rights.` };
}

async function findBubblewrap(environment: NodeJS.ProcessEnv, known: Known): Promise<Sandbox> {
  const path = find('bwrap', environment);
  if (path === null) return { kind: 'none', why: whyNot('absent', '', readSettings()) };
  const inherited = inheritedFiles();
  const shell = inherited.length === 0 ? '/bin/sh' : find('bash', environment);
  if (shell === null) return { kind: 'none', why: whyNot('no-bash', inherited.join(', '), readSettings()) };
  const sandbox: Sandbox = { kind: 'bubblewrap', path, inherited, shell };
  const mark = markOf(path);
  if (mark !== null && known.has(mark)) return sandbox;
  const problem = await problemOf(path, [
    ...isolation(false),
    ...MACHINE,
    '--tmpfs',
    '/tmp',
    '--',
    '/bin/sh',
    '-c',
    ':',
  ]);
  if (problem !== null) return { kind: 'none', why: whyNot('failed', problem, readSettings()) };
  if (mark !== null) known.add(mark);
  return sandbox;
}

/** The machine since it was started, the program, and the user; null where that cannot be told. */
function markOf(path: string): string | null {
  try {
    const { ino, mtimeMs, size } = statSync(path);
    return [readFileSync(BOOT, 'latin1').trim(), path, ino, mtimeMs, size, process.getuid?.()].join(' ');
  } catch {
    return null;
  }
}

async function findSeatbelt(): Promise<Sandbox> {
  const profile = '(version 1)(allow default)';
  const problem = await problemOf(SEATBELT, ['-p', profile, '/bin/sh', '-c', ':']);
  if (problem === null) return { kind: 'seatbelt', path: SEATBELT, inherited: [], shell: '/bin/sh' };
  // A sandbox around this program, for one, allows none in it.
  return { kind: 'none', why: `Seatbelt, the sandbox of macOS, does not work here: ${problem}` };
}

/** What a program says that does not end well; null where it does. */
function problemOf(file: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { env: { PATH: '/usr/bin:/bin' }, timeout: TRIAL_MS_MAX, killSignal: 'SIGKILL' as const };
    execFile(file, args, options, (error, _stdout, stderr) => {
      resolve(error === null ? null : (stderr.trim().split('\n')[0] ?? '') || error.message);
    });
  });
}

function find(name: string, { PATH = '' }: NodeJS.ProcessEnv): string | null {
  const folders = [...PLACES, ...PATH.split(delimiter).filter(isAbsolute)];
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function readSettings(): KernelSettings {
  return {
    usernsClone: numberIn(SETTINGS.usernsClone),
    apparmorRestricts: numberIn(SETTINGS.apparmorRestricts),
    usernsMax: numberIn(SETTINGS.usernsMax),
  };
}

function numberIn(path: string): number | null {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
