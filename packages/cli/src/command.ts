/** The command line: its options and subcommands, and which file carries each of them out. */

import { Command, CommanderError } from 'commander';
import { version } from './assets.ts';
import { addCallCommands } from './commands/calls.ts';
import { addConfigCommands } from './commands/configuring.ts';
import type { Exit } from './commands/exit.ts';
import { addHistoryCommands } from './commands/histories.ts';
import { addProtocolCommands } from './commands/protocol.ts';
import { addRun } from './commands/run.ts';
import { addServerCommands } from './commands/servers.ts';
import { addServeCommand } from './commands/serving.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addSetUpCommands } from './commands/setting-up.ts';
import { EXIT } from './exit.ts';
import { describeCommands } from './help/described.ts';
import { SURROUNDINGS } from './help/surroundings.ts';

/** Carries out the command line. Gives the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let code: number = EXIT.done;
  const program = commandTree((exit) => {
    code = exit;
  }, args.includes('--'));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

/** @param isMarked whether `--` says that what follows is the prompt, whatever it looks like */
export function commandTree(exit: Exit, isMarked = false): Command {
  const program = new Command('tagma');
  program
    .description('A coding agent for the terminal, for models without native tool calling.')
    .version(version)
    .exitOverride()
    .enablePositionalOptions();
  addRun(program, exit, isMarked);

  program.commandsGroup('Sessions:');
  addSessionCommands(program, exit);
  addServeCommand(program, exit);
  program.commandsGroup('Histories:');
  addHistoryCommands(program, exit);
  program.commandsGroup('Models and servers:');
  addServerCommands(program, exit);
  program.commandsGroup('Tools and permissions:');
  addCallCommands(program, exit);
  program.commandsGroup('The protocol and the machine:');
  addProtocolCommands(program, exit);
  program.commandsGroup('Setting up:');
  addSetUpCommands(program, exit);
  addConfigCommands(program, exit);

  describeCommands(program);
  return program.addHelpText('after', SURROUNDINGS);
}
