/** One run of git for the tool: started as all of Tagma starts it (`@tagma/git`), ended with the call, its output held up to a limit. */
import { gitCommand, type GitUse as Use } from '@tagma/git';
import { runCommand } from './command-run.ts';
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
  /** What the sandbox has kept it from, in a few words, where it has failed by that. */
  readonly blocked: string | null;
};

export type GitUse = {
  readonly use: Use;
  /** Settings for this run alone, beside those that every run has. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly timeoutMs: number;
};

const NOTHING = { exitCode: null, output: '', cut: false, blocked: null } as const;

/** Never rejects for what git does. */
export async function runGit(args: readonly string[], use: GitUse, context: ToolContext): Promise<GitRun> {
  const { spawn, environment, stopped } = operationsOf(context);
  const place = { folder: context.folder, environment: environment(), settings: use.settings };
  const command = gitCommand(args, use.use, place);
  if (command === null) return { ...NOTHING, cause: 'failed', messages: 'git is not installed here' };

  const outputs = { stdout: holder(), stderr: holder() };
  // Hooks, filters and what signs run where git runs.
  const held = { ...command, bounds: context.bounds ?? null };
  const end = await runCommand({
    command: held,
    timeoutMs: use.timeoutMs,
    signal: context.signal,
    shutdown: context.shutdown,
    spawn,
    onBytes: (chunk, stream) => outputs[stream].take(chunk),
  });
  const isStopped = context.bounds && end.cause === 'exit' && end.exitCode !== 0;
  const said = `${outputs.stdout.text()}\n${outputs.stderr.text()}`;
  return {
    blocked: isStopped ? stopped(held, end.exitCode, said) : null,
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
