/** The subcommands that run tools, or say what would be decided about a call, without a model. */
import { MODES } from '@tagma/core';
import { type Command, Option } from 'commander';
import { onlyWith } from '../option-values.ts';
import type { PermitOptions } from '../permit.ts';
import { NO_SANDBOX, SANDBOX, withPermitOptions, withToolOptions } from '../run-options.ts';
import type { ToolOptions } from '../tool.ts';
import type { ToolsOptions } from '../tools.ts';
import type { Exit } from './exit.ts';

export function addCallCommands(program: Command, exit: Exit): void {
  withPermitOptions(
    program
      .command('tool')
      .description('run one tool as the agent would, without a model, and print {"status", "content", "details"}')
      .argument('[name]')
      .option('--params <json>', 'its parameters, a JSON object')
      .option('--jsonl', 'each line of standard input is {"tool", "params"}; one outcome per line, all in one session')
      .option('--cwd <folder>', 'the folder to work in, if not the one that this runs in')
      .addOption(new Option('--mode <mode>', 'what runs; what would ask is denied').choices(MODES))
      .option('--sandbox', SANDBOX)
      .option('--no-sandbox', NO_SANDBOX),
  ).action(async (name: string | undefined, options: ToolOptions) =>
    exit(await (await import('../tool.ts')).tool(name, options)),
  );

  const permit = withPermitOptions(
    program
      .command('permit')
      .description('say what would be decided about a call, and why, without running it')
      .argument('[command]', 'a command of the shell')
      .option('--tool <name>', 'another tool than bash')
      .option('--params <json>', 'its parameters, a JSON object')
      .option('--jsonl', 'each line of standard input is {"command"} or {"tool", "params"}; one verdict per line')
      .option('--json', 'for a program')
      .option('--replay <file>', 'what would have been decided in this recorded session; exits 1 where it differs')
      .option('--rules <file>', 'with --replay: the rules of this file in the place of those that hold here')
      .addOption(new Option('--mode <mode>', 'under this mode').choices(MODES))
      .addOption(
        new Option(
          '--sandbox <which>',
          'auto: with the sandbox that a session would find here; off: without one (default: auto, with --replay as recorded)',
        ).choices(['auto', 'off']),
      )
      .option('--cwd <folder>', 'the project folder, if not the one that this runs in'),
  ).action(async (command: string | undefined, options: PermitOptions) =>
    exit(await (await import('../permit.ts')).permit(command, options)),
  );
  onlyWith(permit, '--rules', '--replay');

  withToolOptions(
    program
      .command('tools')
      .description('list the tools that a session offers, with their parameters')
      .addOption(
        new Option('--format <name>', 'json is what tagma parse --tools reads')
          .choices(['text', 'json'])
          .default('text'),
      ),
  ).action(async (options: ToolsOptions) => exit(await (await import('../tools.ts')).tools(options)));
}
