/**
 * A tool of the person's own: a command that gets the parameters as one JSON object on its standard input. What it writes to
 * standard output is for the model, what it writes to standard error too where it fails; its exit code says which it was.
 */
import type { Outcome, Params, ParamsSchema } from '@tagma/protocol';
import * as z from 'zod/mini';
import { type Output, showOutput } from './bash-report.ts';
import { runCommand } from './command-run.ts';
import { tellLeftBehind } from './left-behind.ts';
import { type Command, operationsOf } from './operations.ts';
import { aborted, failed, succeeded, timedOut } from './outcome.ts';
import { outputLimitsOf } from './output-limits.ts';
import { type CollectedOutput, openOutputWindow } from './output-window.ts';
import type { Tool, ToolContext } from './tool.ts';

/** A tool of the person's own: a program that is given its parameters as JSON (docs/tools.md). */
export type CustomTool = {
  readonly name: string;
  readonly description: string;
  /** The program and its arguments, run in the working folder; no shell is in between. */
  readonly command: readonly [string, ...string[]];
  readonly parameters: ParamsSchema;
  readonly body?: string;
  /** Whether no call of it ever changes anything. */
  readonly readOnly?: boolean;
  readonly timeoutSeconds?: number;
  /** Of one that a project brings. */
  readonly brought?: {
    /** Whether it reaches hosts from the sandbox. */
    readonly network: boolean;
    /** Right before each run: whether its files are those that the person trusts, and copies of just these. */
    readonly admit: () => AdmittedProgram;
  };
};

/** `why`: a sentence for the model and the person. */
export type AdmittedProgram =
  | { readonly ok: true; readonly copies: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly why: string };

const TIMEOUT_SECONDS_DEFAULT = 120;

const NOT_COMPARED: AdmittedProgram = { ok: true, copies: new Map() };

/** Its parameters have been checked against the schema where the reply was read. */
const input = z.record(z.string(), z.json());

/** The tool that runs a program of the person's own. */
export function customTool(custom: CustomTool): Tool<Params> {
  const { name, description, parameters, body, readOnly, brought } = custom;
  return {
    ...{ name, description, input, parameters },
    ...(body === undefined ? {} : { body }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(brought === undefined ? {} : { held: { network: brought.network } }),
    run: (params, context) => run(custom, params, context),
  };
}

async function run(custom: CustomTool, params: Params, context: ToolContext): Promise<Outcome> {
  const { command, brought, timeoutSeconds = TIMEOUT_SECONDS_DEFAULT } = custom;
  const [file, ...args] = command;
  const admitted = brought?.admit() ?? NOT_COMPARED;
  if (!admitted.ok) return failed(admitted.why);
  const limits = outputLimitsOf(context);
  const window = () => openOutputWindow(context.outputFolder, limits, context.masking?.() ?? null);
  const outputs = { stdout: window(), stderr: window() };
  const { environment: environmentOf, settled, spawn, stopped } = operationsOf(context);
  const started: Command = {
    ...{ file, args, folder: context.folder, environment: environmentOf() },
    ...{ input: { text: JSON.stringify(params) }, bounds: context.bounds ?? null, copies: admitted.copies },
  };
  const end = await runCommand({
    command: started,
    timeoutMs: timeoutSeconds * 1_000,
    signal: context.signal,
    shutdown: context.shutdown,
    spawn,
    onBytes: (chunk, stream) => outputs[stream].take(chunk),
  });
  const left = tellLeftBehind(await settled(started), context.folder);
  const said = outputs.stdout.end();
  const complained = outputs.stderr.end();
  const shown = showOutput(end.exitCode === 0 ? withFile(said) : both(said, complained), limits);
  const { exitCode, signal, durationMs } = end;
  const isStopped = end.cause === 'exit' && exitCode !== 0 && Boolean(context.bounds);
  const blocked = isStopped ? stopped(started, exitCode, both(said, complained).text) : null;
  const details = {
    exitCode,
    signal,
    durationMs,
    ...shown.details,
    ...(blocked === null ? {} : { blocked }),
    ...left.details,
  };
  const notes = [
    ...shown.notes,
    ...left.notes,
    ...(blocked === null ? [] : [`the sandbox has kept it from ${blocked}`]),
  ];
  switch (end.cause) {
    case 'failed':
      return failed(`${file} could not be started: ${end.problem}. The user's configuration names it.`, details);
    case 'timeout':
      return timedOut(shown.content, details, [
        ...notes,
        `it took longer than ${timeoutSeconds} seconds and was ended`,
      ]);
    case 'abort':
      return aborted(shown.content, details, [...notes, 'it was ended before it was done']);
    case 'exit':
      if (exitCode === 0)
        return succeeded(shown.content, details, shown.content === '' ? ['no output', ...left.notes] : notes);
      return failed(shown.content, details, [
        ...notes,
        signal ? `it was killed by ${signal}` : `exit code ${exitCode}`,
      ]);
  }
}

function withFile(output: CollectedOutput): Output {
  return { ...output, fileBytes: output.totalBytes };
}

/** What it wrote, then what it complained of. */
function both(said: CollectedOutput, complained: CollectedOutput): Output {
  if (complained.text === '') return withFile(said);
  if (said.text === '') return withFile(complained);
  const between = said.text.endsWith('\n') ? '' : '\n';
  return {
    text: said.text + between + complained.text,
    totalBytes: said.totalBytes + between.length + complained.totalBytes,
    totalLines: said.totalLines + complained.totalLines,
    ...(said.file === null ? fileOf(complained) : fileOf(said)),
  };
}

function fileOf({ file, fileProblem, totalBytes }: CollectedOutput) {
  return { file, fileProblem, fileBytes: totalBytes };
}
