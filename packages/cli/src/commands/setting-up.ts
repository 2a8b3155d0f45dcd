/** The subcommands about how Tagma is set up here, and the demo. */
import type { Command } from 'commander';
import { CONFIG } from '../run-options.ts';
import type { Exit } from './exit.ts';

export function addSetUpCommands(program: Command, exit: Exit): void {
  program
    .command('demo')
    .description('fix a failing test in a sample project; with a scripted model unless an endpoint is set')
    .option('--history <folder>', 'where the history is kept')
    .option('--screen', 'on the full screen, where you answer what it asks')
    .action(async (options) => exit(await (await import('../demo.ts')).demo(options)));

  program
    .command('keys')
    .description(
      'print the keys of the full screen as they are bound here, with the names that the configuration takes',
    )
    .option('--json', 'for a program')
    .option('--config <file>', CONFIG)
    .action(async (options) => exit(await (await import('../keys.ts')).keys(options)));
}
