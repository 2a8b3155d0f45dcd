/**
 * Runs a command in a shell: standard output and standard error merged in the order in which they were written, the end
 * of a long output kept, the whole process tree ended on timeout and abort. The folder that `cd` has led to is kept for the
 * next command, the environment is not. Or it runs the command in the background (`bash-jobs.ts`).
 */
import { TextDecoder } from 'node:util';
import type { JsonObject, Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { askJob, startInBackground, type Waiting } from './bash-jobs.ts';
import { failureOf, showOutput, startProblem } from './bash-report.ts';
import { type CommandEnd, runCommand } from './command-run.ts';
import { readFolderReport } from './folder-report.ts';
import { type Command, operationsOf } from './operations.ts';
import { aborted, failed, succeeded, timedOut } from './outcome.ts';
import { openOutputWindow } from './output-window.ts';
import { commandNotes } from './sandbox-notes.ts';
import { type ShellSettings, shellCall } from './shell.ts';
import { isFolder, isSameFolder } from './shell-memory.ts';
import type { Tool, ToolContext } from './tool.ts';
import { OUTPUT_BYTES_MAX, OUTPUT_LINES_MAX } from './truncate.ts';

export const TIMEOUT_SECONDS_DEFAULT = 120;
export const TIMEOUT_SECONDS_MIN = 0.1;
export const TIMEOUT_SECONDS_MAX = 3_600;

/** No program may wait for a person: no password prompt, no editor, no pager, no cursor movement. */
const UNATTENDED = { GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat' };

export type BashSettings = ShellSettings & {
  /** Seconds that a command may take where the call does not say; of `TIMEOUT_SECONDS_DEFAULT` where it is left out. */
  readonly timeoutSeconds?: number;
};

export const bash = bashWith({});

/** The tool with a shell, a prefix or a timeout of one's own. */
export function bashWith(settings: BashSettings): Tool<BashInput> {
  const timeoutSeconds = settings.timeoutSeconds ?? TIMEOUT_SECONDS_DEFAULT;
  return {
    name: 'bash',
    description: `Runs a shell command; shows the last ${OUTPUT_LINES_MAX} lines or ${OUTPUT_BYTES_MAX / 1024} KB of its output. Nothing can be typed into it. cd holds for the next command.`,
    body: 'command',
    requiredUnless: { command: 'job' },
    input: inputWith(timeoutSeconds),

    async run(input, context) {
      const { command, job = '', action = 'read' } = input;
      if (job.trim() !== '') {
        if (command !== undefined && command.trim() !== '')
          return failed('Give either command or job, not both: nothing was done.');
        return askJob(context.memory.jobs, job, action, waitingOf(context));
      }
      const problem = problemOf(input);
      if (problem !== null || command === undefined) return failed(problem ?? '');
      return runInShell({ ...input, command }, { ...settings, timeoutSeconds }, context);
    },
  };
}

export type BashInput = z.infer<ReturnType<typeof inputWith>>;

function inputWith(timeoutSeconds: number) {
  const seconds = z
    .number()
    .check(
      z.gte(TIMEOUT_SECONDS_MIN),
      z.lte(TIMEOUT_SECONDS_MAX),
      z.describe(`Seconds, ${timeoutSeconds} by default.`),
    );
  return z.strictObject({
    command: z.optional(z.string().check(z.describe('May have several lines.'))),
    timeout: z.optional(seconds),
    background: z.optional(z.boolean().check(z.describe('Gives a job id and runs on.'))),
    job: z.optional(z.string().check(z.describe('Id, in place of a command.'))),
    action: z.optional(z.enum(['read', 'stop']).check(z.describe('Of the job.'))),
  });
}

function problemOf({ command, action }: BashInput): string | null {
  if (command === undefined) {
    const missing = action === undefined ? 'command is missing: expected a string' : 'job is missing: expected its id';
    return `bash was not run, its parameters are wrong:\n- ${missing}\nParameters of bash: command, timeout?, background?, job?, action?.`;
  }
  return command.includes('\0') ? "The command holds a NUL character, which no command can: write it as $'\\0'." : null;
}

type Settings = BashSettings & { readonly timeoutSeconds: number };

async function runInShell(input: BashInput & { command: string }, settings: Settings, context: ToolContext) {
  const { folder, lost } = context.memory.shell.begin(context.folder);
  if (!isFolder(folder)) {
    return failed(`The working folder ${folder} does not exist (any more), so no command can run in it.`);
  }
  const { spawn, environment: environmentOf } = operationsOf(context);
  // `cd` leads where its path says, as it was judged: not into the folders of CDPATH.
  // Nor does `cd -` lead to where this program was started from: no command here has been there.
  const environment = { ...environmentOf(), ...UNATTENDED, CDPATH: '', OLDPWD: undefined };
  const { file, args, environment: own } = shellCall(input.command, settings, environment);
  const call: Call = {
    command: { file, args, folder, environment: { ...environment, ...own }, bounds: context.bounds ?? null },
    spawn,
    notes: lost === null ? [] : [`the working folder ${lost} is gone; this began in the project folder ${folder}`],
  };
  return input.background ? startJob(input, call, context) : runNow(input, settings, call, context);
}

type Call = Pick<Parameters<typeof runCommand>[0], 'command' | 'spawn'> & { readonly notes: readonly string[] };

async function startJob(
  { command, timeout }: BashInput & { command: string },
  { notes, ...call }: Call,
  context: ToolContext,
): Promise<Outcome> {
  const report = readFolderReport();
  const outcome = await startInBackground(
    context.memory.jobs,
    {
      ...call,
      title: command,
      timeoutMs: timeout === undefined ? null : timeout * 1_000,
      shutdown: context.shutdown,
      outputFolder: context.outputFolder,
      masking: context.masking?.() ?? null,
      outputOf: (chunk, stream) => (stream === 'stderr' ? report.take(chunk) : chunk),
    },
    waitingOf(context),
  );
  return { ...outcome, notes: [...notes, ...(outcome.notes ?? [])] };
}

function waitingOf(context: ToolContext): Waiting {
  return { patience: operationsOf(context).patience, signal: context.signal };
}

async function runNow(
  { command, timeout }: BashInput & { command: string },
  settings: Settings,
  call: Call,
  context: ToolContext,
): Promise<Outcome> {
  const seconds = timeout ?? settings.timeoutSeconds;
  const output = openOutputWindow(context.outputFolder, context.masking?.() ?? null);
  const folderReport = readFolderReport();
  const show = shower(context);
  const end = await runCommand({
    ...call,
    timeoutMs: seconds * 1_000,
    signal: context.signal,
    shutdown: context.shutdown,
    onBytes(chunk, stream) {
      const bytes = stream === 'stderr' ? folderReport.take(chunk) : chunk;
      output.take(bytes);
      show(bytes, stream);
    },
  });
  const collected = output.end();
  const shown = showOutput({ ...collected, fileBytes: collected.totalBytes });
  const blocked = blockedFrom(end, call.command, collected.text, context);
  const moved = afterwards(end, folderReport.folder(), call.command.folder, context);
  const details: JsonObject = {
    exitCode: end.exitCode,
    signal: end.signal,
    durationMs: end.durationMs,
    ...shown.details,
    ...(end.leftRunning ? { leftRunning: true } : {}),
    ...(blocked === null ? {} : { blocked }),
    ...moved.details,
  };
  const notes = [...call.notes, ...(collected.totalBytes === 0 ? ['no output'] : []), ...shown.notes];
  if (blocked !== null) notes.push(`the sandbox has kept this command from ${blocked}`);
  if (end.cause === 'exit') notes.push(...commandNotes(command, call.command, context.memory.jobs));
  if (end.leftRunning) notes.push('processes that this command started in the background are still running');
  return report(end, shown.content, details, [...notes, ...moved.notes], seconds);
}

/** What the sandbox has kept a command from that has failed by itself. */
function blockedFrom({ cause, exitCode }: CommandEnd, command: Command, output: string, context: ToolContext) {
  if (cause !== 'exit' || exitCode === 0 || !command.bounds) return null;
  return operationsOf(context).stopped(command, exitCode, output);
}

/** Keeps the folder that a command has led to, where it ended well. */
function afterwards(end: CommandEnd, ended: string | null, began: string, { folder: project, memory }: ToolContext) {
  const isKept = ended !== null && end.cause === 'exit' && failureOf(end) === null;
  const hasMoved = ended !== null && !isSameFolder(ended, began);
  if (isKept && ended !== '') memory.shell.move(ended, project);
  if (isKept && ended === '') memory.shell.move(project, project);
  const folder = memory.shell.folder();
  const details: JsonObject = folder === null ? {} : { folder };
  return { details, notes: folderNotes({ folder, hasMoved, isKept, isGone: ended === '' }, project) };
}

type Whereabouts = { folder: string | null; hasMoved: boolean; isKept: boolean; isGone: boolean };

function folderNotes({ folder, hasMoved, isKept, isGone }: Whereabouts, project: string): string[] {
  const here = folder ?? `the project folder ${project}`;
  if (hasMoved && isGone) return [`the folder that the command ended in is gone; the next one begins in ${here}`];
  if (hasMoved && !isKept) return [`the working folder is still ${here}, for the command failed`];
  if (!hasMoved) return folder === null ? [] : [`working folder: ${folder}`];
  const others = folder === null ? '' : '; the paths of other tools still begin in the project folder';
  return [`the working folder is now ${here}${others}`];
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

function report(end: CommandEnd, content: string, details: JsonObject, notes: readonly string[], seconds: number) {
  switch (end.cause) {
    case 'failed':
      return failed(startProblem(end.problem ?? ''), details);
    case 'timeout':
      return timedOut(content, details, [
        ...notes,
        `Command timed out after ${seconds} seconds and was ended; give a longer timeout, or run less at a time`,
      ]);
    case 'abort':
      return aborted(content, details, [...notes, 'Command aborted: it was ended before it was done']);
    case 'exit': {
      const failure = failureOf(end);
      return failure === null ? succeeded(content, details, notes) : failed(content, details, [...notes, failure]);
    }
  }
}
