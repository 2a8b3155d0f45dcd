/** Carries out the command line. */
import { type Command, CommanderError } from 'commander';
import { SUBCOMMANDS } from './commands/names.ts';
import { runProgram } from './commands/run.ts';
import { EXIT } from './exit.ts';

const NAMES: ReadonlySet<string> = new Set(SUBCOMMANDS);

/** Gives the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let code: number = EXIT.done;
  const exit = (given: number) => {
    code = given;
  };
  const isMarked = args.includes('--');
  if (!args.some((word) => NAMES.has(word))) {
    // Most starts name no subcommand: to make all of them takes longer than to read the words. What this one does not take,
    // and help, are told by the whole tree.
    const program = runProgram(exit, isMarked).configureOutput({ writeOut: () => {}, writeErr: () => {} });
    if ((await parse(program, args)) === null) return code;
  }
  const { commandTree } = await import('./command-tree.ts');
  const error = await parse(commandTree(exit, isMarked), args);
  return error === null ? code : error.exitCode === 0 ? EXIT.done : EXIT.usage;
}

/** Null where it was carried out. */
async function parse(program: Command, args: readonly string[]): Promise<CommanderError | null> {
  try {
    await program.parseAsync([...args], { from: 'user' });
    return null;
  } catch (error) {
    if (error instanceof CommanderError) return error;
    throw error;
  }
}
