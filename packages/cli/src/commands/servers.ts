/** The subcommands about models and the servers that have them. */
import { type Command, Option } from 'commander';
import { onlyWith, port, positive, times } from '../option-values.ts';
import { PROMPTS } from '../prompts.ts';
import { CONFIG } from '../run-options.ts';
import type { Exit } from './exit.ts';

/** A weak machine reads a prompt of some thousand tokens in a minute or two. */
const DOCTOR_TIMEOUT_SECONDS = 300;

export function addServerCommands(program: Command, exit: Exit): void {
  program
    .command('models')
    .description('list the models that can be chosen, or ask one server which it has')
    .argument('[provider]', 'a provider, or the address of a server')
    .option('--all', 'all models that are known, and the whole of a long list')
    .option('--json', 'for a program')
    .option('--config <file>', CONFIG)
    .action(async (which: string | undefined, options) =>
      exit(await (await import('../models/models.ts')).models(which, options)),
    );

  program
    .command('doctor')
    .description('look at what a server has and lacks, and try a session of a few turns with it')
    .argument('[server]', 'its address, or what --model takes (default: what a run would take)')
    .option('--endpoint <url>', 'its address')
    .option('--model <name>', "the model's name there, or provider:model")
    .option('--config <file>', CONFIG)
    .addOption(
      new Option('--prompt <name>', 'which prompt; auto: compact in small windows').choices(PROMPTS).default('auto'),
    )
    .addOption(new Option('--timeout <seconds>', 'for one request').default(DOCTOR_TIMEOUT_SECONDS).argParser(positive))
    .option('--json', 'one JSON object instead of a table')
    .option('--write', 'keep what was found out in the configuration')
    .action(async (server: string | undefined, options) =>
      exit(await (await import('../doctor/doctor.ts')).doctor(server, options)),
    );

  const endpoint = program
    .command('endpoint')
    .description('serve a scripted model on loopback, for demos and tests')
    .argument(
      '[script]',
      'an XML file of expected requests and replies; with --fault, one of a call and a final by default',
    )
    .option('--port <n>', 'the port; 0 takes a free one', port, 0)
    .option('--fault <name>', 'what goes wrong before the script is played; `list` names the faults')
    .option('--times <n>', 'how many requests get the fault; `always`: all', times, 1)
    .action(async (script: string | undefined, options) =>
      exit(await (await import('../endpoint.ts')).serve(script, options)),
    );
  onlyWith(endpoint, '--times', '--fault');
}
