/** The subcommands that work on histories, a function each. */
import { type Command, Option } from 'commander';
import { positive } from './option-values.ts';

/** Takes the exit code of what was carried out. */
export type Exit = (code: number) => void;

export function addHistoryCommands(program: Command, exit: Exit): void {
  addReplay(program, exit);
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
