/** The subcommands that work on histories, a function each. */
import type { Command } from 'commander';

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
    .action(async (file: string) => exit(await (await import('./replay.ts')).replay(file)));
}
