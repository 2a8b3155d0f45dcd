/**
 * The shell that runs commands, and the line by which it is told to: the command's standard output and errors are merged
 * by the shell itself, and at its end the shell says which folder it is in, on an output that no command writes to.
 */
import { basename, delimiter } from 'node:path';
import { findExecutable } from './executable.ts';

/** Which shell runs commands. */
export type ShellSettings = {
  /**
   * The program, by its name or path, perhaps with arguments before it: `['nix', 'develop', '-c', 'bash']`. A shell of the
   * kind of sh, or PowerShell. Where it is left out: bash where there is one, else sh; PowerShell on Windows.
   */
  readonly shell?: string | readonly string[];
  /** Run by the same shell before each command: `set -euo pipefail`, `source .venv/bin/activate`. */
  readonly prefix?: string;
};

export type ShellCall = {
  readonly file: string;
  readonly args: readonly string[];
  /** What the shell needs beside the variables of the command. */
  readonly environment: NodeJS.ProcessEnv;
};

/** Its path; `sh` alone where no bash is found. */
export function shellOf(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const path = environment.PATH ?? '';
  if (platform === 'win32') return findExecutable('pwsh.exe', path) ?? 'powershell.exe';
  return findExecutable('bash', [path, '/bin', '/usr/bin'].join(delimiter)) ?? 'sh';
}

/**
 * How a shell is called to run a command. The command is in the environment, which only the user may read: the list of
 * processes shows arguments to everybody.
 */
export function shellCall(command: string, settings: ShellSettings, environment: NodeJS.ProcessEnv): ShellCall {
  const { shell = shellOf(environment), prefix = '' } = settings;
  const [file = 'sh', ...before] = typeof shell === 'string' ? [shell] : shell;
  const isPowerShell = POWERSHELL.test(basename([file, ...before].at(-1) ?? ''));
  const args = isPowerShell
    ? ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', IN_POWERSHELL]
    : ['-c', IN_SH, 'bash'];
  return {
    file,
    args: [...before, ...args],
    environment: { TAGMA_COMMAND: command, TAGMA_PREFIX: prefix },
  };
}

/** Comes before the folder in which the shell ended, and is in no other message of a shell. */
export const FOLDER_MARK = 0;

const POWERSHELL = /^(pwsh|powershell)(\.exe)?$/i;

/**
 * Two pipes are read one after the other, so the order of writing is kept only where all is written into one: standard
 * errors are sent to standard output, and what was the pipe for errors becomes 3, for the folder. It is closed for the
 * commands. Ended by `exit`, the shell comes through the trap, otherwise through the last command, should the command have
 * a trap of its own; on a signal it comes through neither. What the shell does here is not traced (`set -x`), and all
 * stands on one line, so that line numbers in its messages are those of the command.
 */
const IN_SH = [
  'tagma_end() { tagma_status=$?; command printf "\\0" >&3; command pwd -P >&3; return $tagma_status; }',
  'tagma_prefix=$TAGMA_PREFIX tagma_command=$TAGMA_COMMAND',
  'unset TAGMA_PREFIX TAGMA_COMMAND',
  'exec 3>&2 2>&1',
  'trap "{ tagma_end; } 2>/dev/null" EXIT',
  'eval "$tagma_prefix" 3>&-',
  'eval "$tagma_command" 3>&-',
  '{ tagma_end; } 2>/dev/null',
].join('; ');

const IN_POWERSHELL = [
  '$tagmaPrefix = $env:TAGMA_PREFIX; $tagmaCommand = $env:TAGMA_COMMAND',
  'Remove-Item Env:TAGMA_PREFIX, Env:TAGMA_COMMAND -ErrorAction SilentlyContinue',
  '$tagmaCode = 0; $global:LASTEXITCODE = 0',
  'try { if ($tagmaPrefix) { . ([scriptblock]::Create($tagmaPrefix)) *>&1 | Out-Default }',
  '. ([scriptblock]::Create($tagmaCommand)) *>&1 | Out-Default; $tagmaCode = $global:LASTEXITCODE }',
  'catch { $_ | Out-Default; $tagmaCode = 1 }',
  '[Console]::Error.Write([string][char]0 + (Get-Location).ProviderPath + "`n")',
  'exit $tagmaCode',
]
  .join('; ')
  .replaceAll('; catch', ' catch');
