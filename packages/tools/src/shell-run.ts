/**
 * A command in the shell of the session, at once and to its end: the model's (`bash`) and the person's own. Standard output and
 * standard error are merged in the order in which they were written, the end of a long output is kept, and the whole process
 * tree is ended on timeout and abort. The folder that `cd` has led to is kept for the next command, the environment is not.
 */
import { TextDecoder } from 'node:util';
import { lookEnvironment } from '@tagma/git';
import type { JsonObject, Outcome } from '@tagma/protocol';
import { failureOf, showOutput, startProblem } from './bash-report.ts';
import { type CommandEnd, runCommand } from './command-run.ts';
import { readFolderReport } from './folder-report.ts';
import { tellLeftBehind } from './left-behind.ts';
import { type Command, type Operations, operationsOf } from './operations.ts';
import { aborted, failed, succeeded, timedOut } from './outcome.ts';
import { outputLimitsOf } from './output-limits.ts';
import { openOutputWindow } from './output-window.ts';
import { commandNotes } from './sandbox-notes.ts';
import { type ShellSettings, shellCall } from './shell.ts';
import { isFolder, isSameFolder } from './shell-memory.ts';
import { messageOf } from './thrown.ts';
import type { ToolContext } from './tool.ts';

/** No program may wait for a person: no password prompt, no editor, no pager, no cursor movement. */
const UNATTENDED = { GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat' };

export type CommandCall = {
  /** The command as it was written. */
  readonly text: string;
  readonly command: Command;
  readonly spawn: Operations['spawn'];
  readonly notes: readonly string[];
};

/** How a command is started in the session's shell, where `cd` has led it; or why it cannot be. */
export function commandCall(text: string, settings: ShellSettings, context: ToolContext): CommandCall | string {
  const { folder, lost } = context.memory.shell.begin(context.folder);
  if (!isFolder(folder)) {
    return `The working folder ${folder} does not exist (any more), so no command can run in it.`;
  }
  const { spawn, environment: environmentOf } = operationsOf(context);
  // `cd` leads where its path says, as it was judged: not into the folders of CDPATH.
  // Nor does `cd -` lead to where this program was started from: no command here has been there.
  const given = { ...environmentOf(), ...UNATTENDED, CDPATH: '', OLDPWD: undefined };
  const environment = context.looksOnly ? lookingOnly(given, context) : given;
  if (typeof environment === 'string') return environment;
  const { file, args, environment: own } = shellCall(text, settings, environment);
  return {
    text,
    command: { file, args, folder, environment: { ...environment, ...own }, bounds: context.bounds ?? null },
    spawn,
    notes: lost === null ? [] : [`the working folder ${lost} is gone; this began in the project folder ${folder}`],
  };
}

/** The environment of a command that only looks; or why it cannot be had. */
function lookingOnly(given: NodeJS.ProcessEnv, { memory, outputFolder }: ToolContext): NodeJS.ProcessEnv | string {
  try {
    return { ...lookEnvironment(given, [['core.attributesFile', memory.hidden.file(outputFolder)]]) };
  } catch (error) {
    return `The command was not run: the folder for outputs cannot be written to (${messageOf(error)}).`;
  }
}

/** Why no shell can be given such a command; null where one can. */
export function holdsNul(command: string): string | null {
  return command.includes('\0') ? "The command holds a NUL character, which no command can: write it as $'\\0'." : null;
}

/**
 * Runs it to its end, and says what came of it. Never rejects for what a command does.
 * @param seconds that it may take; null for as long as it likes
 */
export async function runInShell(
  { text, ...call }: CommandCall,
  seconds: number | null,
  context: ToolContext,
): Promise<Outcome> {
  const limits = outputLimitsOf(context);
  const output = openOutputWindow(context.outputFolder, limits, context.masking?.() ?? null);
  const folderReport = readFolderReport();
  const show = shower(context);
  const end = await runCommand({
    ...call,
    timeoutMs: seconds === null ? null : seconds * 1_000,
    signal: context.signal,
    shutdown: context.shutdown,
    onBytes(chunk, stream) {
      const bytes = stream === 'stderr' ? folderReport.take(chunk) : chunk;
      output.take(bytes);
      show(bytes, stream);
    },
  });
  const left = tellLeftBehind(await operationsOf(context).settled(call.command), context.folder);
  const collected = output.end();
  const shown = showOutput({ ...collected, fileBytes: collected.totalBytes }, limits);
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
    ...left.details,
  };
  const notes = [...call.notes, ...(collected.totalBytes === 0 ? ['no output'] : []), ...shown.notes];
  if (blocked !== null) notes.push(`the sandbox has kept this command from ${blocked}`);
  if (end.cause === 'exit') notes.push(...commandNotes(text, call.command, context.memory.jobs));
  if (end.leftRunning) notes.push('processes that this command started in the background are still running');
  return report(end, shown.content, details, [...notes, ...left.notes, ...moved.notes], seconds);
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

function report(
  end: CommandEnd,
  content: string,
  details: JsonObject,
  notes: readonly string[],
  seconds: number | null,
) {
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
