/** The subcommands about how Tagma is set up here, and the demo. */
import { Argument, type Command, Option } from 'commander';
import { LOG_LEVELS } from '../logs/settings.ts';
import { positive } from '../option-values.ts';
import { CONFIG } from '../run-options.ts';
import type { Exit } from './exit.ts';

export function addSetUpCommands(program: Command, exit: Exit): void {
  program
    .command('setup')
    .description('choose in a few questions which model is asked: provider, key, model, mode; they are kept for you')
    .option('--accessible', 'line by line, for a screen reader')
    .option('--config <file>', CONFIG)
    .action(async (options) => exit(await (await import('../setup/setup.ts')).setup(options)));

  program
    .command('demo')
    .description('fix a failing test in a sample project; with a scripted model unless an endpoint is set')
    .option('--history <folder>', 'where the history is kept')
    .option('--screen', 'on the full screen, where you answer what it asks')
    .action(async (options) => exit(await (await import('../demo.ts')).demo(options)));

  program
    .command('init')
    .description('write an AGENTS.md for the project, from what its files say of it: it is told to the model')
    .option('--cwd <folder>', 'the project folder, if not the one that this runs in')
    .option('--force', 'replace the one that is there')
    .option('--print', 'print it, and write nothing')
    .action(async (options) => exit(await (await import('../init/init.ts')).init(options)));

  program
    .command('keys')
    .description(
      'print the keys of the full screen as they are bound here, with the names that the configuration takes',
    )
    .option('--json', 'for a program')
    .option('--config <file>', CONFIG)
    .action(async (options) => exit(await (await import('../keys.ts')).keys(options)));

  addLogs(program, exit);
  addCompletion(program, exit);
  program
    .command('manual')
    .description('print the manual page, which man shows')
    .action(async () => exit(await (await import('../manual/print.ts')).printManual(program)));
}

const LOG_LINES_DEFAULT = 50;

function addLogs(program: Command, exit: Exit): void {
  program
    .command('logs')
    .description('print the end of the log: what happened inside, for whoever looks for a mistake')
    .addOption(new Option('-n, --lines <n>', 'so many at most').default(LOG_LINES_DEFAULT).argParser(positive))
    .option('--session <name>', 'of one session: its name, or a piece of it')
    .addOption(new Option('--level <level>', 'this one, and what is worse').choices(LOG_LEVELS.slice(1)))
    .option('-f, --follow', 'go on with what is written, up to Ctrl-C')
    .option('--json', 'for a program: the lines as they stand in the file')
    .addOption(new Option('--path', 'print the name of the file, and nothing else').conflicts(['follow', 'json']))
    .action(async (options) => exit(await (await import('../logs/logs.ts')).logs(options)));
}

const COMPLETION_NOTE = `
bash: tagma completion bash > ~/.local/share/bash-completion/completions/tagma
zsh:  tagma completion zsh > "\${fpath[1]}/_tagma"
fish: tagma completion fish > ~/.config/fish/completions/tagma.fish`;

function addCompletion(program: Command, exit: Exit): void {
  program
    .command('completion')
    .description('print what lets a shell complete commands, options and their values, models and sessions too')
    .addArgument(new Argument('[shell]').choices(['bash', 'zsh', 'fish']))
    .addOption(new Option('--values <kind>').choices(['models', 'sessions']).hideHelp())
    .addHelpText('after', COMPLETION_NOTE)
    .action(async (shell: 'bash' | 'zsh' | 'fish' | undefined, options) =>
      exit(await (await import('../completion/completion.ts')).completion(program, shell, options)),
    );
}
