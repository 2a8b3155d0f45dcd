/** All commands of the command line: their options, their help, and which file carries each of them out. */
import type { Command } from 'commander';
import { addCallCommands } from './commands/calls.ts';
import { addConfigCommands } from './commands/configuring.ts';
import type { Exit } from './commands/exit.ts';
import { addHistoryCommands } from './commands/histories.ts';
import { addProtocolCommands } from './commands/protocol.ts';
import { runProgram } from './commands/run.ts';
import { addServerCommands } from './commands/servers.ts';
import { addServeCommand } from './commands/serving.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addSetUpCommands } from './commands/setting-up.ts';
import { describeCommands } from './help/described.ts';
import { SURROUNDINGS } from './help/surroundings.ts';

/** @param isMarked whether `--` says that what follows is the prompt, whatever it looks like */
export function commandTree(exit: Exit, isMarked = false): Command {
  const program = runProgram(exit, isMarked);
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
  // A command with something to do of its own is given none otherwise.
  program.helpCommand('help [command]', 'tell of a command: its options, and examples');

  describeCommands(program);
  return program.addHelpText('after', SURROUNDINGS);
}

/** Without its subcommands: for words that can only be a prompt. */
export function promptAlone(exit: Exit): Command {
  const program = runProgram(exit, true);
  describeCommands(program);
  return program;
}
