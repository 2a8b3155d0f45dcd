/** `tagma` itself: a prompt, on the screen or with one answer, in a new session or in one that goes on. */
import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { version } from '../assets.ts';
import { meantCommand } from '../help/mistyped.ts';
import { givenTo } from '../option-values.ts';
import type { GivenOptions } from '../options.ts';
import { quoted } from '../quoted.ts';
import { withRunOptions, withScreenOptions } from '../run-options.ts';
import type { Exit } from './exit.ts';
import { SUBCOMMANDS } from './names.ts';

type Options = GivenOptions & { readonly continue?: true; readonly resume?: string | true };

/**
 * `tagma` without a subcommand.
 * @param isMarked whether `--` says that what follows is the prompt, whatever it looks like
 */
export function runProgram(exit: Exit, isMarked: boolean): Command {
  const program = new Command('tagma');
  program
    .description('A coding agent for the terminal, for models without native tool calling.')
    .version(version)
    .exitOverride()
    .enablePositionalOptions();
  addRun(program, exit, isMarked);
  return program;
}

function addRun(program: Command, exit: Exit, isMarked: boolean): void {
  program
    .argument('[prompt]', 'what to do; without it, the full screen asks. What is piped in follows it, or is it')
    .allowExcessArguments()
    .option('-p, --print', 'answer on standard output and exit; nobody is asked')
    .addOption(
      new Option(
        '-c, --continue',
        'go on with the newest session of this folder; what is not said is as it was',
      ).conflicts('resume'),
    )
    .option(
      '-r, --resume [session]',
      'go on with another: its name, a piece of it, or its file (default: you choose; without a terminal the newest)',
    );
  withRunOptions(withScreenOptions(program)).action(async (prompt: string | undefined, options: Options) => {
    const wrong = wrongIn(program, options, isMarked);
    if (wrong !== null) return program.error(`error: ${wrong}`);
    const { resume: session } = options;
    if (options.continue || typeof session === 'string') {
      const { resume } = await import('../resume/resume.ts');
      const named = typeof session === 'string' ? session : undefined;
      exit(await resume(named, prompt, options, givenTo(program)));
    } else if (session) {
      exit(await (await import('../resume/resume.ts')).resumePicked(prompt, options, givenTo(program)));
    } else exit(await (await import('../run.ts')).run(prompt, options));
  });
}

/** What the words say of a mistake, before anything of them is sent to a model; null where they say nothing. */
function wrongIn(program: Command, { print, continue: goesOn, resume }: Options, isMarked: boolean): string | null {
  const [word = '', ...others] = program.args;
  if (typeof resume === 'string' && /\s/.test(resume) && !existsSync(resume)) {
    const text = quoted(resume);
    return `--resume took ${text} for a session. Name it first: tagma -r SESSION ${text}; or choose it: tagma -r -- ${text}`;
  }
  const isSubcommand = !isMarked && !print && !goesOn && resume === undefined;
  const meant = isSubcommand ? meantCommand(word, SUBCOMMANDS) : null;
  if (meant !== null) {
    const prompt = others.length > 0 ? '' : `\nAs a prompt it is sent by: tagma -- ${word}`;
    return `there is no subcommand ${word}. Did you mean tagma ${meant}?${prompt}`;
  }
  if (others.length === 0) return null;
  return `the prompt is one text, in quotation marks: tagma ${quoted(program.args.join(' '))}`;
}
