/** Git, started and waited for: at once, where facts are taken, or beside other things. What it prints is held up to a limit. */
import { execFile, spawnSync } from 'node:child_process';
import { type GitPlace, type GitUse, gitCommand } from './git-command.ts';

/** How a run of git ended. */
export type GitAnswer = {
  /** Null where it could not be started, or was ended: it took too long, or printed too much. */
  readonly exitCode: number | null;
  /** Whether there is a git to be started. */
  readonly isHere: boolean;
  readonly output: string;
  /** What it says beside, or why it could not be started. */
  readonly messages: string;
};

/** How long it may take, and how much it may print. */
export type GitLimits = { readonly msMax: number; readonly bytesMax?: number };

const BYTES_MAX = 16 * 1024 ** 2;
const NOT_HERE: GitAnswer = { exitCode: null, isHere: false, output: '', messages: 'git is not installed here' };

const LATE: GitAnswer = { exitCode: null, isHere: true, output: '', messages: 'there was no time left to ask it' };

/** Nothing else goes on meanwhile. Never throws. `input` is what it reads. */
export function askGit(args: readonly string[], place: GitPlace, limits: GitLimits, input = ''): GitAnswer {
  const command = gitCommand(args, 'look', place);
  if (command === null) return NOT_HERE;
  const msMax = Math.min(limits.msMax, Math.floor(place.msLeft?.() ?? limits.msMax));
  if (msMax < 1) return LATE;
  const ran = spawnSync(command.file, command.args, {
    ...{ cwd: command.folder, env: { ...command.environment }, input, encoding: 'utf8', windowsHide: true },
    ...{ timeout: msMax, killSignal: 'SIGKILL', maxBuffer: limits.bytesMax ?? BYTES_MAX },
  });
  const isWhole = ran.error === undefined;
  return {
    exitCode: isWhole ? ran.status : null,
    isHere: true,
    output: ran.stdout ?? '',
    messages: ran.error ? ran.error.message : (ran.stderr ?? '').trim(),
  };
}

/** Never rejects. */
export function runGit(args: readonly string[], use: GitUse, place: GitPlace, limits: GitLimits): Promise<GitAnswer> {
  const command = gitCommand(args, use, place);
  if (command === null) return Promise.resolve(NOT_HERE);
  const options = {
    ...{ cwd: command.folder, env: { ...command.environment }, windowsHide: true },
    ...{ timeout: limits.msMax, maxBuffer: limits.bytesMax ?? BYTES_MAX },
  };
  return new Promise((resolve) => {
    const child = execFile(command.file, command.args, options, (error, output, said) => {
      const code = typeof error?.code === 'number' ? error.code : null;
      const exitCode = error === null ? 0 : code;
      resolve({ exitCode, isHere: true, output, messages: exitCode === null ? (error?.message ?? '') : said.trim() });
    });
    child.stdin?.end();
  });
}
