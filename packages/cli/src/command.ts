/** Carries out the command line. */
import { type Command, CommanderError } from 'commander';
import { SUBCOMMANDS } from './commands/names.ts';
import { runProgram } from './commands/run.ts';
import { EXIT } from './exit.ts';
import { settleFolders } from './home.ts';
import { problem, report } from './problem.ts';

const NAMES: ReadonlySet<string> = new Set(SUBCOMMANDS);
const SILENT = { writeOut: () => {}, writeErr: () => {} };

/** Gives the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let code: number = EXIT.done;
  const exit = (given: number) => {
    code = given;
  };
  const wrong = settleFolders(process.env);
  if (wrong !== null) return report(problem(EXIT.usage, wrong));
  const isMarked = args.includes('--');
  const isPrompt = isMarked && beginsPrompt(args);
  if (isPrompt || !args.some((word) => NAMES.has(word))) {
    // Most starts name no subcommand: to make all of them takes longer than to read the words. What this one does not take,
    // and help, are told by the whole tree.
    const program = runProgram(exit, isMarked).configureOutput(SILENT);
    if ((await parse(program, args)) === null) return code;
  }
  const { commandTree, promptAlone } = await import('./command-tree.ts');
  const error = await parse(isPrompt ? promptAlone(exit) : commandTree(exit, isMarked), args);
  return error === null ? code : error.exitCode === 0 ? EXIT.done : EXIT.usage;
}

/** Whether no word but options and what they take stands before `--`: then what follows is no subcommand, though it be called as one is. */
function beginsPrompt(args: readonly string[]): boolean {
  const before = args.slice(0, args.indexOf('--'));
  try {
    return (
      runProgram(() => {}, true)
        .configureOutput(SILENT)
        .parseOptions(before).operands.length === 0
    );
  } catch {
    // What is wrong with the options is told when they are read in earnest.
    return true;
  }
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
