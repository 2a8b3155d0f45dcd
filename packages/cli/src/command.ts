/** The command line: its options and subcommands, and which file carries each of them out. */

import { Command, CommanderError } from 'commander';
import { version } from './assets.ts';
import { addCallCommands } from './commands/calls.ts';
import { addHistoryCommands } from './commands/histories.ts';
import { addProtocolCommands } from './commands/protocol.ts';
import { addServerCommands } from './commands/servers.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addSetUpCommands } from './commands/setting-up.ts';
import { EXIT } from './exit.ts';
import { givenTo } from './option-values.ts';
import type { RunOptions } from './options.ts';
import { withRunOptions, withScreenOptions } from './run-options.ts';

const EXAMPLES = `
Examples:
  tagma --endpoint http://127.0.0.1:8080/v1 "fix the failing test"
  tagma -p "what does this project do?" --mode plan
  npm test 2>&1 | tagma -p "why does this fail?"
  TAGMA_ENDPOINT=http://127.0.0.1:11434/v1 TAGMA_MODEL=qwen3 tagma
  DEEPSEEK_API_KEY=… tagma --model deepseek
  tagma models
  tagma demo
  tagma -c                                 (goes on with the newest session of this folder)
  tagma replay SESSION.xml

Environment: TAGMA_ENDPOINT, TAGMA_MODEL, TAGMA_API_KEY; or OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY.
             TAGMA_API_KEY is sent to the server of --endpoint or TAGMA_ENDPOINT, OPENAI_API_KEY to OPENAI_BASE_URL.
             The key of a provider (tagma models) goes to that provider. TAGMA_CONFIG names the configuration.
Exit codes: 0 done, 1 failed, 2 usage, 3 ended after a denial that nothing made good, 4 limit reached,
            5 no usable reply, 128+n signal n.`;

/** Carries out the command line. Gives the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let code: number = EXIT.done;
  const program = programWith((exit) => {
    code = exit;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

function programWith(exit: (code: number) => void): Command {
  const program = new Command('tagma');
  program
    .description('A coding agent for the terminal, for models without native tool calling.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(tagma --help lists the options)')
    .enablePositionalOptions()
    .addHelpText('after', EXAMPLES)
    .argument('[prompt]', 'what to do; without it, the full screen asks. What is piped in follows it, or is it')
    .option('-p, --print', 'answer on standard output and exit; nobody is asked')
    .option('-c, --continue', 'go on with the newest session of this folder; what is not said is as it was');
  withRunOptions(withScreenOptions(program)).action(
    async (prompt: string | undefined, options: RunOptions & { continue?: true }) => {
      if (options.continue) {
        const { resume } = await import('./resume/resume.ts');
        exit(await resume(undefined, prompt, options, givenTo(program)));
      } else {
        exit(await (await import('./run.ts')).run(prompt, options));
      }
    },
  );

  addSessionCommands(program, exit);
  addHistoryCommands(program, exit);
  addServerCommands(program, exit);
  addCallCommands(program, exit);
  addProtocolCommands(program, exit);
  addSetUpCommands(program, exit);

  for (const command of program.commands)
    command.showHelpAfterError(`(tagma ${command.name()} --help lists the options)`);
  return program;
}
