/**
 * One run of git, never through a shell: nothing is asked at a terminal, nothing is paged, messages are in English, and
 * what it prints is held up to a limit.
 */

import { runCommand } from './command-run.ts';
import { findExecutable } from './executable.ts';
import { operationsOf } from './operations.ts';
import type { ToolContext } from './tool.ts';

/** Of each output; what comes after is dropped. */
const HELD_BYTES_MAX = 10 * 1024 ** 2;

export type GitRun = {
  readonly cause: 'exit' | 'timeout' | 'abort' | 'failed';
  readonly exitCode: number | null;
  readonly output: string;
  /** What it says beside, or why it could not be started. */
  readonly messages: string;
  /** Whether more came than could be held. */
  readonly cut: boolean;
};

export type GitUse = {
  /** Settings for this run alone: `-c` before the action. */
  readonly settings: readonly string[];
  readonly environment: { readonly [name: string]: string };
  readonly timeoutMs: number;
};

/** Variables that would lead git to another repository, or make it start a program. */
const LEFT_OUT =
  /^(GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|EXTERNAL_DIFF|DIFF_OPTS|CONFIG_PARAMETERS|CONFIG_COUNT|CONFIG_(KEY|VALUE)_\d+|(LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS)|GPG_TTY)$/;

const UNATTENDED = {
  GIT_TERMINAL_PROMPT: '0',
  // Set and empty: no program is asked for passwords, whatever the configuration says.
  GIT_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  TERM: 'dumb',
};

/** Never rejects for what git does. */
export async function runGit(args: readonly string[], use: GitUse, context: ToolContext): Promise<GitRun> {
  const { spawn, environment: environmentOf } = operationsOf(context);
  const own = Object.entries(environmentOf()).filter(([name]) => !LEFT_OUT.test(name));
  const environment: NodeJS.ProcessEnv = { ...Object.fromEntries(own), ...UNATTENDED, ...use.environment };
  const file = findExecutable('git', environment.PATH ?? '');
  if (file === null)
    return { cause: 'failed', exitCode: null, output: '', messages: 'git is not installed here', cut: false };

  const outputs = { stdout: holder(), stderr: holder() };
  const settings = use.settings.flatMap((setting) => ['-c', setting]);
  const end = await runCommand({
    command: { file, args: ['--no-pager', ...settings, ...args], folder: context.folder, environment },
    timeoutMs: use.timeoutMs,
    signal: context.signal,
    shutdown: context.shutdown,
    spawn,
    onBytes: (chunk, stream) => outputs[stream].take(chunk),
  });
  return {
    cause: end.cause,
    exitCode: end.exitCode,
    output: outputs.stdout.text(),
    messages: end.problem ?? outputs.stderr.text().trim(),
    cut: outputs.stdout.isCut(),
  };
}

function holder() {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    take(chunk: Buffer): void {
      const room = HELD_BYTES_MAX - bytes;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      bytes += chunk.length;
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
    isCut: () => bytes > HELD_BYTES_MAX,
  };
}
