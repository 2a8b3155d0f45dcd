/** The command line: its options and subcommands, and which file carries each of them out. */

import { MODES } from '@tagma/core';
import type { OutcomeStatus } from '@tagma/protocol';
import { Command, CommanderError, Option } from 'commander';
import { version } from './assets.ts';
import { EXIT } from './exit.ts';
import { addHistoryCommands, LOOKED_FOR } from './history-commands.ts';
import { collect, givenTo, port, positive, times } from './option-values.ts';
import type { RunOptions } from './options.ts';
import type { PermitOptions } from './permit.ts';
import { PROMPTS } from './prompts.ts';
import {
  CONFIG,
  NO_SANDBOX,
  SETTING,
  withPermitOptions,
  withRunOptions,
  withScreenOptions,
  withToolOptions,
} from './run-options.ts';
import type { ToolOptions } from './tool.ts';
import type { ToolsOptions } from './tools.ts';

/** A weak machine reads a prompt of some thousand tokens in a minute or two. */
const DOCTOR_TIMEOUT_SECONDS = 300;

const STATUSES = Object.keys({
  ok: true,
  error: true,
  denied: true,
  aborted: true,
  timeout: true,
  skipped: true,
} satisfies Record<OutcomeStatus, true>);

const OTHER_TOOLS = 'other tools than the built-in ones: a JSON array of {name, description, body?, parameters}';

const EXAMPLES = `
Examples:
  tagma --endpoint http://127.0.0.1:8080/v1 "fix the failing test"
  tagma -p "what does this project do?" --mode plan
  npm test 2>&1 | tagma -p "why does this fail?"
  TAGMA_ENDPOINT=http://127.0.0.1:11434/v1 TAGMA_MODEL=qwen3 tagma
  DEEPSEEK_API_KEY=… tagma --model deepseek
  tagma models
  tagma demo
  tagma -c                                 (goes on with the newest session of this folder)
  tagma replay SESSION.xml

Environment: TAGMA_ENDPOINT, TAGMA_MODEL, TAGMA_API_KEY; or OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY.
             TAGMA_API_KEY is sent to the server of --endpoint or TAGMA_ENDPOINT, OPENAI_API_KEY to OPENAI_BASE_URL.
             The key of a provider (tagma models) goes to that provider. TAGMA_CONFIG names the configuration.
Exit codes: 0 done, 1 failed, 2 usage, 3 ended after a denial that nothing made good, 4 limit reached,
            5 no usable reply, 128+n signal n.`;

/** Carries out the command line. Gives the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let code: number = EXIT.done;
  const program = programWith((exit) => {
    code = exit;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

function programWith(exit: (code: number) => void): Command {
  const program = new Command('tagma');
  program
    .description('A coding agent for the terminal, for models without native tool calling.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(tagma --help lists the options)')
    .enablePositionalOptions()
    .addHelpText('after', EXAMPLES)
    .argument('[prompt]', 'what to do; without it, the full screen asks. What is piped in follows it, or is it')
    .option('-p, --print', 'answer on standard output and exit; nobody is asked')
    .option('-c, --continue', 'go on with the newest session of this folder; what is not said is as it was');
  withRunOptions(withScreenOptions(program)).action(
    async (prompt: string | undefined, options: RunOptions & { continue?: true }) => {
      if (options.continue) {
        const { resume } = await import('./resume/resume.ts');
        exit(await resume(undefined, prompt, options, givenTo(program)));
      } else {
        exit(await (await import('./run.ts')).run(prompt, options));
      }
    },
  );

  addHistoryCommands(program, exit);

  const step = program
    .command('step')
    .description('go through a history event by event, or through a session while it runs')
    .argument('[file]', 'a history, or the name of a session; with --live, the prompt')
    .option('--live', 'a new session, in which each event is held until it is let go; the options below are for it');
  withRunOptions(step).action(async (given: string | undefined, options: RunOptions & { readonly live?: true }) => {
    if (options.live) exit(await (await import('./step/live.ts')).stepLive(given, options));
    else if (given === undefined) step.error('error: step takes a history, or --live (tagma step --help has more)');
    else exit(await (await import('./step/file.ts')).stepFile(given, options));
  });

  program
    .command('testify')
    .description('write a recorded session as a test, which fails when it leads to something else')
    .argument('<file>', 'its history, or its name')
    .option('--out <file>', 'the test (default: NAME.test.mjs in this folder)')
    .addOption(new Option('--runner <name>', 'what runs the test').choices(['vitest', 'node']).default('vitest'))
    .option('--import <specifier>', 'where the test finds the testing package', '@tagma/testing')
    .option('--force', 'overwrite the test')
    .option('--history <folder>', LOOKED_FOR)
    .action(async (file: string, options) => exit(await (await import('./testify.ts')).testify(file, options)));

  program
    .command('parse')
    .description('read a reply on standard input and print what is understood of it, as JSON')
    .option('--chunk <n>', 'feed it in pieces of n bytes', positive)
    .addOption(new Option('--finish <word>', 'why the endpoint stopped').choices(['stop', 'length']).default('stop'))
    .option('--tools <file>', OTHER_TOOLS)
    .option('--set <key=value>', SETTING, collect, [])
    .option('--jsonl', 'each line is {"text", "finish"?, "chunk"?}; one result per line')
    .option('--explain', 'for a person: what was recognised on which line, and what had to be mended')
    .action(async (options) => exit(await (await import('./parse.ts')).parse(options)));

  withPermitOptions(
    program
      .command('tool')
      .description('run one tool as the agent would, without a model, and print {"status", "content", "details"}')
      .argument('[name]')
      .option('--params <json>', 'its parameters, a JSON object')
      .option('--jsonl', 'each line of standard input is {"tool", "params"}; one outcome per line, all in one session')
      .option('--cwd <folder>', 'the folder to work in, if not the one that this runs in')
      .addOption(new Option('--mode <mode>', 'what runs; what would ask is denied').choices(MODES).default('default'))
      .option('--no-sandbox', NO_SANDBOX),
  ).action(async (name: string | undefined, options: ToolOptions) =>
    exit(await (await import('./tool.ts')).tool(name, options)),
  );

  withPermitOptions(
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
      .option('--cwd <folder>', 'the project folder, if not the one that this runs in'),
  ).action(async (command: string | undefined, options: PermitOptions) =>
    exit(await (await import('./permit.ts')).permit(command, options)),
  );

  withToolOptions(
    program
      .command('tools')
      .description('list the tools that a session offers, with their parameters')
      .addOption(
        new Option('--format <name>', 'json is what tagma parse --tools reads')
          .choices(['text', 'json'])
          .default('text'),
      ),
  ).action(async (options: ToolsOptions) => exit(await (await import('./tools.ts')).tools(options)));

  program
    .command('observe')
    .description("read a tool's output on standard input and print the element that the model gets")
    .option('--tool <name>', 'the tool', 'bash')
    .addOption(new Option('--status <status>', 'how the call ended').choices(STATUSES).default('ok'))
    .option('--back', "turn an element's body back into the output")
    .option('--jsonl', 'each line is {"output"}, or with --back {"text"}')
    .action(async (options) => exit(await (await import('./observe.ts')).observe(options)));

  program
    .command('grammar')
    .description('print the grammar that forces a model to answer in the protocol, for the server to hold it to')
    .addOption(
      new Option('--format <name>', 'gbnf (llama.cpp, vLLM), ebnf (SGLang), or regex')
        .choices(['gbnf', 'ebnf', 'regex'])
        .default('gbnf'),
    )
    .option('--tools <file>', OTHER_TOOLS)
    .action(async (options) => exit(await (await import('./grammar.ts')).grammar(options)));

  program
    .command('models')
    .description('list the models that can be chosen, or ask one server which it has')
    .argument('[provider]', 'a provider, or the address of a server')
    .option('--all', 'all models that are known, and the whole of a long list')
    .option('--json', 'for a program')
    .option('--config <file>', CONFIG)
    .action(async (which: string | undefined, options) =>
      exit(await (await import('./models/models.ts')).models(which, options)),
    );

  program
    .command('keys')
    .description(
      'print the keys of the full screen as they are bound here, with the names that the configuration takes',
    )
    .option('--json', 'for a program')
    .option('--config <file>', CONFIG)
    .action(async (options) => exit(await (await import('./keys.ts')).keys(options)));

  program
    .command('machine')
    .description('print the chart of the agent: its states, and what takes it from one to the next')
    .addOption(new Option('--format <name>', 'how').choices(['text', 'mermaid', 'dot', 'svg', 'json']).default('text'))
    .action(async (options) => exit(await (await import('./machine.ts')).machine(options)));

  program
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
      exit(await (await import('./endpoint.ts')).serve(script, options)),
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
      exit(await (await import('./doctor/doctor.ts')).doctor(server, options)),
    );

  program
    .command('demo')
    .description('fix a failing test in a sample project; with a scripted model unless an endpoint is set')
    .option('--history <folder>', 'where the history is kept')
    .option('--screen', 'on the full screen, where you answer what it asks')
    .action(async (options) => exit(await (await import('./demo.ts')).demo(options)));

  for (const command of program.commands)
    command.showHelpAfterError(`(tagma ${command.name()} --help lists the options)`);
  return program;
}
