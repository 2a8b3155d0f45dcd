/** What a command has come to, in the words and details of an outcome. */
import type { JsonObject } from '@tagma/protocol';
import type { CommandEnd } from './command-run.ts';
import { sizeInWords } from './output-limits.ts';
import { type TextLimits, type Truncation, truncateTail } from './truncate.ts';

/** An output, or what is held of it. */
export type Output = {
  readonly text: string;
  readonly totalBytes: number;
  readonly totalLines: number;
  readonly file: string | null;
  /** How much is in the file, and what is not. */
  readonly fileBytes: number;
  readonly fileProblem: string | null;
};

export type ShownOutput = { readonly content: string; readonly details: JsonObject; readonly notes: readonly string[] };

/** The end of an output, within the limits of what a model is shown. `kind` goes before the word `lines`. */
export function showOutput(output: Output, limits: TextLimits, kind: '' | 'new ' = ''): ShownOutput {
  const shown = truncateTail(output.text, limits);
  const truncated = shown.truncated || Buffer.byteLength(output.text) < output.totalBytes;
  const notes = truncated ? [cutNote(shown, output, kind)] : [];
  const details = {
    truncated,
    bytes: output.totalBytes,
    ...(output.file === null ? {} : { fullOutputPath: output.file }),
  };
  return { content: shown.content, details, notes };
}

/** `Command exited with code 3` and the like; null where it ended well. */
export function failureOf({ exitCode, signal }: CommandEnd): string | null {
  if (signal) return `Command was killed by ${signal}`;
  return exitCode === 0 ? null : `Command exited with code ${exitCode}`;
}

export function startProblem(problem: string): string {
  const advice = problem.includes('E2BIG')
    ? 'The command is too long: write it to a file with write and run that file.'
    : '';
  return `The shell could not be started: ${problem}. ${advice}`;
}

/** `showing lines 1001-3000 of 3000; …`, or, of one line that is too long, how much of it. */
function cutNote(shown: Truncation, output: Output, kind: '' | 'new '): string {
  const { totalLines, totalBytes, file, fileBytes, fileProblem } = output;
  const first = totalLines - shown.outputLines + 1;
  const what = shown.lastLinePartial
    ? `showing the last ${shown.outputBytes} bytes of ${kind}line ${totalLines}`
    : `showing ${kind}lines ${first}-${totalLines} of ${totalLines}`;
  const limit = shown.truncatedBy === 'bytes' ? ` (${sizeInWords(shown.bytesMax)} limit)` : '';
  const whole = file
    ? `; the full output (${fileBytes} bytes) is in ${file}, for read (with offset) or grep`
    : `; the full output has ${totalBytes} bytes`;
  return `${what}${limit}${whole}${fileProblem ? `, but ${fileProblem}` : ''}`;
}
