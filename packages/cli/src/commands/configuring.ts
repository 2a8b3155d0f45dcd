/** The subcommands that show the configuration, and change it. */
import type { Command } from 'commander';
import { CONFIG } from '../run-options.ts';
import type { Exit } from './exit.ts';

const FROM = `
The later ones come first: your file, the project's .tagma/config.jsonc and .tagma/config.local.jsonc, the file of --config
or TAGMA_CONFIG (in the place of yours), TAGMA_… variables. docs/configuration.md names all keys.`;

export function addConfigCommands(program: Command, exit: Exit): void {
  const config = program
    .command('config')
    .description('show the configuration, with where each value comes from, and change it')
    .enablePositionalOptions();
  const look = () => import('../config-command/look.ts');
  const write = () => import('../config-command/set.ts');
  withFile(config.command('list', { isDefault: true }).description('what is set, and by which file or variable'))
    .option('--all', 'what holds without a word too')
    .option('--json', 'for a program')
    .addHelpText('after', FROM)
    .action(async (options) => exit(await (await look()).list(options)));
  withFile(config.command('get').description('print what holds for one key; where it comes from, on standard error'))
    .argument('<key>', 'such as limits.turns, or providers.work.url')
    .option('--json', 'for a program')
    .action(async (key: string, options) => exit(await (await look()).get(key, options)));
  withFile(
    config.command('set').description("write one key; a provider's key is kept apart, where nobody else reads it"),
  )
    .argument('<key>')
    .argument('[value]', 'a text, or JSON; of a key (providers.NAME.key) left out, to be asked for or piped in')
    .action(async (key: string, value: string | undefined, options) =>
      exit(await (await write()).set(key, value, options)),
    );
  withFile(config.command('unset').description('take one key out of a file; a key that is kept is forgotten'))
    .argument('<key>')
    .action(async (key: string, options) => exit(await (await write()).unset(key, options)));
  withFile(config.command('path').description('print where the file is, that the other commands write'))
    .option('--secrets', 'where the keys are kept')
    .option('--json', 'all files, and whether they are there')
    .action(async (options) => exit(await (await look()).path(options)));
  withFile(
    config.command('edit').description('open the file in your editor; it is written once nothing in it is wrong'),
  ).action(async (options) => exit(await (await import('../config-command/edit.ts')).edit(options)));
  config
    .command('schema')
    .description('print the JSON Schema of the configuration')
    .option('--permissions', 'that of a file of rules, .tagma/permissions.jsonc')
    .action(async (options) => exit(await (await look()).schema(options)));
}

/** Which of the files. */
function withFile(command: Command): Command {
  return command
    .option('--project', "the project's .tagma/config.jsonc, for all who work on it")
    .option('--local', 'its .tagma/config.local.jsonc, for you there')
    .option('--cwd <folder>', 'the project folder, if not the one that this runs in')
    .option('--config <file>', CONFIG);
}
