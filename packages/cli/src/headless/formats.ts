/** In which form a run without a screen answers, and what it takes on standard input. */
import { type Command, Option } from 'commander';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';

export const OUTPUT_FORMATS = ['text', 'json', 'stream-json', 'xml'] as const;
const INPUT_FORMATS = ['text', 'stream-json'] as const;

export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export type FormatOptions = {
  /** Left out: text. */
  readonly outputFormat?: OutputFormat;
  readonly inputFormat?: (typeof INPUT_FORMATS)[number];
  readonly deltas?: true;
  /** `tagma serve`. */
  readonly serve?: boolean;
};

/** @param screens the options that want a screen */
export function withFormatOptions(command: Command, screens: readonly string[]): Command {
  const conflicts = [...screens];
  return command
    .optionsGroup('Output:')
    .addOption(
      new Option(
        '--output-format <format>',
        'what goes to standard output, without a screen: the answer as text; json: one object at the end; stream-json: an event a line; xml: the history as it is written',
      )
        .choices(OUTPUT_FORMATS)
        .conflicts(conflicts),
    )
    .addOption(
      new Option(
        '--input-format <format>',
        'stream-json: prompts, answers and more on standard input, a command a line, for a program that steers',
      )
        .choices(INPUT_FORMATS)
        .conflicts(conflicts),
    )
    .option('--deltas', 'with stream-json: what the model writes and tools put out, as it comes');
}

/** Whether a format is wanted that no screen shows. */
export function wantsFormat({ outputFormat = 'text', inputFormat = 'text', serve = false }: FormatOptions): boolean {
  return outputFormat !== 'text' || inputFormat !== 'text' || serve;
}

/** Whether another program says what is to be done, and answers. */
export function isSteered({ inputFormat, serve = false }: FormatOptions): boolean {
  return inputFormat === 'stream-json' || serve;
}

/** What does not go together, or null. */
export function aboutFormats({ outputFormat, inputFormat, deltas }: FormatOptions): Problem | null {
  if (inputFormat === 'stream-json' && outputFormat !== 'stream-json') {
    const why = 'who answers must see what is asked';
    return problem(EXIT.usage, `--input-format stream-json goes with --output-format stream-json: ${why}.`);
  }
  if (deltas && outputFormat !== 'stream-json') {
    return problem(EXIT.usage, '--deltas goes with --output-format stream-json.');
  }
  return null;
}
