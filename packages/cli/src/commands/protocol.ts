/** The subcommands that show the protocol at work: what is understood of a reply, what a model is sent, how the agent is built. */
import type { OutcomeStatus } from '@tagma/protocol';
import { type Command, Option } from 'commander';
import { collect, positive } from '../option-values.ts';
import { SETTING } from '../run-options.ts';
import type { Exit } from './exit.ts';

const STATUSES = Object.keys({
  ok: true,
  error: true,
  denied: true,
  aborted: true,
  timeout: true,
  skipped: true,
} satisfies Record<OutcomeStatus, true>);

const OTHER_TOOLS = 'other tools than the built-in ones: a JSON array of {name, description, body?, parameters}';

export function addProtocolCommands(program: Command, exit: Exit): void {
  program
    .command('parse')
    .description('read a reply on standard input and print what is understood of it, as JSON')
    .option('--chunk <n>', 'feed it in pieces of n bytes', positive)
    .addOption(new Option('--finish <word>', 'why the endpoint stopped').choices(['stop', 'length']).default('stop'))
    .option('--tools <file>', OTHER_TOOLS)
    .option('--set <key=value>', SETTING, collect, [])
    .option('--jsonl', 'each line is {"text", "finish"?, "chunk"?}; one result per line')
    .addOption(
      new Option('--explain', 'for a person: what was recognised on which line, and what had to be mended').conflicts(
        'jsonl',
      ),
    )
    .action(async (options) => exit(await (await import('../parse.ts')).parse(options)));

  program
    .command('observe')
    .description("read a tool's output on standard input and print the element that the model gets")
    .option('--tool <name>', 'the tool', 'bash')
    .addOption(new Option('--status <status>', 'how the call ended').choices(STATUSES).default('ok'))
    .option('--back', "turn an element's body back into the output")
    .option('--jsonl', 'each line is {"output"}, or with --back {"text"}')
    .action(async (options) => exit(await (await import('../observe.ts')).observe(options)));

  program
    .command('grammar')
    .description('print the grammar that forces a model to answer in the protocol, for the server to hold it to')
    .addOption(
      new Option('--format <name>', 'gbnf (llama.cpp, vLLM), ebnf (SGLang), or regex')
        .choices(['gbnf', 'ebnf', 'regex'])
        .default('gbnf'),
    )
    .option('--tools <file>', OTHER_TOOLS)
    .action(async (options) => exit(await (await import('../grammar.ts')).grammar(options)));

  program
    .command('machine')
    .description('print the chart of the agent: its states, and what takes it from one to the next')
    .addOption(new Option('--format <name>', 'how').choices(['text', 'mermaid', 'dot', 'svg', 'json']).default('text'))
    .option('--main', 'the way of a turn alone: a prompt, the model, a call, the answer')
    .action(async (options) => exit(await (await import('../machine.ts')).machine(options)));
}
