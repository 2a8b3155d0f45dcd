/**
 * Runs a command in a shell: standard output and standard error merged in the order in which they were written, the end
 * of a long output kept, the whole process tree ended on timeout and abort. The folder that `cd` has led to is kept for the
 * next command, the environment is not. Or it runs the command in the background (`bash-jobs.ts`).
 */
import type { Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { askJob, startInBackground, type Waiting } from './bash-jobs.ts';
import { readFolderReport } from './folder-report.ts';
import { runKept } from './kept-command.ts';
import { tellLeftBehind } from './left-behind.ts';
import { operationsOf } from './operations.ts';
import { failed } from './outcome.ts';
import { outputLimitsOf } from './output-limits.ts';
import type { ShellSettings } from './shell.ts';
import { type CommandCall, commandCall, holdsNul, runInShell } from './shell-run.ts';
import type { Tool, ToolContext } from './tool.ts';
import { OUTPUT_BYTES_MAX, OUTPUT_LINES_MAX } from './truncate.ts';

export const TIMEOUT_SECONDS_DEFAULT = 120;
export const TIMEOUT_SECONDS_MIN = 0.1;
export const TIMEOUT_SECONDS_MAX = 3_600;

/** How commands are run. */
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
      const call = commandCall(command, settings, context);
      if (typeof call === 'string') return failed(call);
      const isJob = input.background === true;
      return runKept(context, isJob, () =>
        isJob ? startJob(input, call, context) : runInShell(call, input.timeout ?? timeoutSeconds, context),
      );
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
  return holdsNul(command);
}

async function startJob(
  { timeout }: BashInput,
  { text, notes, ...call }: CommandCall,
  context: ToolContext,
): Promise<Outcome> {
  const report = readFolderReport();
  const outcome = await startInBackground(
    context.memory.jobs,
    {
      ...call,
      title: text,
      timeoutMs: timeout === undefined ? null : timeout * 1_000,
      shutdown: context.shutdown,
      outputFolder: context.outputFolder,
      masking: context.masking?.() ?? null,
      settle: async () => tellLeftBehind(await operationsOf(context).settled(call.command), context.folder),
      outputOf: (chunk, stream) => (stream === 'stderr' ? report.take(chunk) : chunk),
    },
    waitingOf(context),
  );
  return { ...outcome, notes: [...notes, ...(outcome.notes ?? [])] };
}

function waitingOf(context: ToolContext): Waiting {
  return { patience: operationsOf(context).patience, signal: context.signal, limits: outputLimitsOf(context) };
}
