/**
 * Runs a command in a shell: standard output and standard error merged in the order in which they were written, the end
 * of a long output kept, the whole process tree ended on timeout and abort.
 */
import { statSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import type { JsonObject, Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { type CommandEnd, runCommand } from './command-run.ts';
import { operationsOf } from './operations.ts';
import { aborted, failed, succeeded, timedOut } from './outcome.ts';
import { type CollectedOutput, openOutputWindow } from './output-window.ts';
import { shellOf } from './shell.ts';
import type { Tool, ToolContext } from './tool.ts';
import { OUTPUT_BYTES_MAX, OUTPUT_LINES_MAX, type Truncation, truncateTail } from './truncate.ts';

export const TIMEOUT_SECONDS_DEFAULT = 120;
const TIMEOUT_SECONDS_MIN = 0.1;
const TIMEOUT_SECONDS_MAX = 3_600;

/** No program may wait for a person: no password prompt, no pager, no cursor movement. */
const UNATTENDED = { GIT_TERMINAL_PROMPT: '0', TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat' };

const input = z.strictObject({
  command: z.string().check(z.describe('May have several lines.')),
  timeout: z.optional(
    z
      .number()
      .check(
        z.gte(TIMEOUT_SECONDS_MIN),
        z.lte(TIMEOUT_SECONDS_MAX),
        z.describe(`Seconds, ${TIMEOUT_SECONDS_DEFAULT} by default.`),
      ),
  ),
});

export const bash: Tool<z.infer<typeof input>> = {
  name: 'bash',
  description: `Runs a shell command. Shows its output (of a long one the last ${OUTPUT_LINES_MAX} lines or ${OUTPUT_BYTES_MAX / 1024} KB) and its exit code if that is not 0. Nothing can be typed into it.`,
  body: 'command',
  input,

  async run({ command, timeout = TIMEOUT_SECONDS_DEFAULT }, context) {
    const folderProblem = problemOfFolder(context.folder);
    if (folderProblem) return failed(folderProblem);

    const { spawn, environment: environmentOf } = operationsOf(context);
    const environment = { ...environmentOf(), ...UNATTENDED };
    const output = openOutputWindow(context.outputFolder, context.masking?.() ?? null);
    const show = shower(context);
    const end = await runCommand({
      command: { ...shellCommand(command, environment), folder: context.folder },
      timeoutMs: timeout * 1_000,
      signal: context.signal,
      shutdown: context.shutdown,
      spawn,
      onBytes(chunk, stream) {
        output.take(chunk);
        show(chunk, stream);
      },
    });
    return report(end, output.end(), timeout);
  },
};

/**
 * The shell merges the two outputs itself, into one pipe, so that their order is the order of writing: two pipes are
 * read one after the other. `eval` leaves line numbers in the shell's messages as the command has them.
 */
const MERGED = 'tagma_command=$TAGMA_COMMAND; unset TAGMA_COMMAND; exec 2>&1; eval "$tagma_command"';

/** The command is in the environment, which only the user may read: the list of processes shows arguments to everybody. */
function shellCommand(command: string, environment: NodeJS.ProcessEnv) {
  return {
    file: shellOf(environment),
    args: ['-c', MERGED, 'bash'],
    environment: { ...environment, TAGMA_COMMAND: command },
  };
}

function problemOfFolder(folder: string): string | null {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? null : `The working folder ${folder} does not exist (any more), so no command can run in it.`;
}

/** Streams to the screen in whole characters; each stream has its own unfinished character. */
function shower({ onOutput }: ToolContext): (chunk: Buffer, stream: 'stdout' | 'stderr') => void {
  if (!onOutput) return () => {};
  const decoders = { stdout: decoder(), stderr: decoder() };
  return (chunk, stream) => {
    const text = decoders[stream].decode(chunk, { stream: true });
    if (text !== '') onOutput(text);
  };
}

function decoder(): TextDecoder {
  return new TextDecoder('utf-8', { ignoreBOM: true });
}

function report(end: CommandEnd, output: CollectedOutput, timeoutSeconds: number): Outcome {
  const shown = truncateTail(output.text);
  const truncated = shown.truncated || Buffer.byteLength(output.text) < output.totalBytes;
  const details: JsonObject = {
    exitCode: end.exitCode,
    signal: end.signal,
    durationMs: end.durationMs,
    truncated,
    bytes: output.totalBytes,
    ...(output.file === null ? {} : { fullOutputPath: output.file }),
    ...(end.leftRunning ? { leftRunning: true } : {}),
  };
  const notes: string[] = [];
  if (output.totalBytes === 0) notes.push('no output');
  if (truncated) notes.push(cutNote(shown, output));
  if (end.leftRunning) notes.push('processes that this command started in the background are still running');

  switch (end.cause) {
    case 'failed':
      return failed(`The shell could not be started: ${end.problem}. ${adviceFor(end.problem ?? '')}`, details);
    case 'timeout':
      notes.push(
        `Command timed out after ${timeoutSeconds} seconds and was ended; give a longer timeout, or run less at a time`,
      );
      return timedOut(shown.content, details, notes);
    case 'abort':
      return aborted(shown.content, details, [...notes, 'Command aborted: it was ended before it was done']);
    case 'exit':
      if (end.signal) return failed(shown.content, details, [...notes, `Command was killed by ${end.signal}`]);
      if (end.exitCode === 0) return succeeded(shown.content, details, notes);
      return failed(shown.content, details, [...notes, `Command exited with code ${end.exitCode}`]);
  }
}

function adviceFor(problem: string): string {
  return problem.includes('E2BIG') ? 'The command is too long: write it to a file with write and run that file.' : '';
}

/** `showing lines 1001-3000 of 3000; …`, or, of one line that is too long, how much of it. */
function cutNote(shown: Truncation, output: CollectedOutput): string {
  const { totalLines, totalBytes, file, fileProblem } = output;
  const first = totalLines - shown.outputLines + 1;
  const what = shown.lastLinePartial
    ? `showing the last ${shown.outputBytes} bytes of line ${totalLines}`
    : `showing lines ${first}-${totalLines} of ${totalLines}`;
  const limit = shown.by === 'bytes' ? ` (${OUTPUT_BYTES_MAX / 1024} KB limit)` : '';
  const whole = file
    ? `; the full output (${totalBytes} bytes) is in ${file}`
    : `; the full output has ${totalBytes} bytes`;
  return `${what}${limit}${whole}${fileProblem ? `, but ${fileProblem}` : ''}`;
}
