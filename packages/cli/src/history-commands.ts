/** The subcommands that work on histories, a function each. */
import { type Command, Option } from 'commander';
import { positive } from './option-values.ts';

/** Takes the exit code of what was carried out. */
export type Exit = (code: number) => void;

export function addHistoryCommands(program: Command, exit: Exit): void {
  addReplay(program, exit);
  addFork(program, exit);
  addDiff(program, exit);
}

function addReplay(program: Command, exit: Exit): void {
  program
    .command('replay')
    .description('drive the machine again from a history, and compare every byte')
    .argument('<file>')
    .option('--show', 'print the session as it was seen')
    .addOption(new Option('--speed <pace>', 'show it in the time that it took, or faster').choices(['1x', '4x', 'max']))
    .option('--from <n>', 'show it from this record on', positive)
    .option('--to <n>', 'stop after this record', positive)
    .action(async (file: string, options) => exit(await (await import('./replay/replay.ts')).replay(file, options)));
}

function addFork(program: Command, exit: Exit): void {
  program
    .command('fork')
    .description('go on from any record of a session in a new one; the old one stays as it is')
    .argument('<session>', 'its name, a piece of its name that no other has, or its file')
    .option('--at <where>', 'the last record that is kept, or turn:N for right before prompt N (default: the end)')
    .option('--list', 'print where prompts begin, and do nothing else')
    .option('--worktree [path]', 'work in a git worktree of its own (default: a folder beside the repository)')
    .option('--cwd <folder>', 'the folder to work in, if not the one that this runs in')
    .option('--history <folder>', 'where the history is kept')
    .action(async (session: string, options) => exit(await (await import('./fork/fork.ts')).fork(session, options)));
}

function addDiff(program: Command, exit: Exit): void {
  program
    .command('diff')
    .description('compare two histories: the first transition that differs, then reply by reply side by side')
    .argument('<a>', 'a history')
    .argument('<b>', 'another; exits 0 where both took the same course, 1 where not')
    .option('--all', 'also the replies that are the same')
    .option('--json', 'for a program')
    .action(async (a: string, b: string, options) => exit(await (await import('./diff/diff.ts')).diff(a, b, options)));
}
