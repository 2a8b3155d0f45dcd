/** The options of a run, and of what shares some of them, as the command line declares them. */
import { MODES } from '@tagma/core';
import { type Command, Option } from 'commander';
import { FORCES } from './force.ts';
import { withFormatOptions } from './headless/formats.ts';
import { amount, collect, compactShare, natural, positive } from './option-values.ts';
import { PROMPTS } from './prompts.ts';
import { RETRIES_MAX, TURNS_MAX, USUAL_MODE } from './settled-options.ts';

const MODEL = 'Model:';
const PERMISSIONS = 'Permissions:';

export const CONFIG = 'the configuration, if not ~/.config/tagma/config.jsonc';

export const SANDBOX = 'run commands in a sandbox where one works, which is the default';
export const NO_SANDBOX = 'run commands without a sandbox around them';

export const SETTING = 'a setting (bashFence=true|false); may be repeated';

/** Which tools there are. */
export function withToolOptions(command: Command): Command {
  return command
    .optionsGroup('Tools and configuration:')
    .option('--tools <names>', 'which tools, with commas between: names, or the sets default, minimal and readonly')
    .option('--config <file>', CONFIG);
}

/** Which tools there are, and which rules hold. */
export function withPermitOptions(command: Command): Command {
  return withRuleOptions(withToolOptions(command));
}

function withRuleOptions(command: Command): Command {
  return command
    .optionsGroup(PERMISSIONS)
    .addOption(new Option('-t, --trust', 'short for --mode trust').conflicts('mode'))
    .option('--allow <rule>', 'allow what the rule names, e.g. "Bash(npm test)"; may be repeated', collect, [])
    .option('--ask <rule>', 'ask about what the rule names, whatever allows it; may be repeated', collect, [])
    .option('--deny <rule>', 'deny what the rule names; may be repeated', collect, [])
    .option('--trust-folder', "trust this folder's own permission rules as they are now");
}

/**
 * What a run needs to know, whoever looks at it.
 * @param system the option that chooses the prompt text, where `--prompt` is something else
 */
export function withRunOptions(command: Command, system = '--prompt'): Command {
  return withModelOptions(withRuleOptions(withToolOptions(command)), system);
}

/**
 * On what kind of screen it is shown.
 * @param print the option by which it is shown on none
 */
export function withScreenOptions(command: Command, print = 'print'): Command {
  return withFormatOptions(command, ['inline', 'accessible'])
    .optionsGroup('Screen:')
    .addOption(
      new Option('--inline', "keep the terminal's own screen and scrollback: no full screen").conflicts([
        print,
        'accessible',
      ]),
    )
    .addOption(
      new Option('--accessible', 'line by line, each said what it is, for screen readers: nothing is drawn').conflicts(
        print,
      ),
    );
}

/** The same for a recorded session that is run again: which tools there are stands in its history. */
export function withRerunOptions(command: Command): Command {
  return withModelOptions(withRuleOptions(command.option('--config <file>', CONFIG)));
}

function withModelOptions(command: Command, system = '--prompt'): Command {
  return command
    .optionsGroup(PERMISSIONS)
    .addOption(new Option('--mode <mode>', `what runs unasked (default: ${USUAL_MODE})`).choices(MODES))
    .option('--sandbox', SANDBOX)
    .option('--no-sandbox', NO_SANDBOX)
    .optionsGroup(MODEL)
    .option('--endpoint <url>', 'base address of an OpenAI-compatible server')
    .option(
      '--model <name>',
      "the model's name there; without an endpoint provider:model, or a short name (tagma models)",
    )
    .option(
      '--fallback <name>',
      'a model, as --model takes it, to ask while that one fails; may be repeated',
      collect,
      [],
    )
    .option('--summary-model <name>', 'a model, as --model takes it, for the summaries of long conversations')
    .optionsGroup('What the model is told:')
    .addOption(
      new Option(`${system} <name>`, 'which prompt; auto, the default: compact in small windows').choices(PROMPTS),
    )
    .option(
      '--prompts <folder>',
      'prompt texts of your own: system.md, compact.md, correction.md, repair.md, summary.md',
    )
    .addOption(
      new Option('--map <when>', 'tell it which files the repository has; auto: in small windows, if all fit').choices(
        FORCES,
      ),
    )
    .option('--guides', 'tell it what AGENTS.md and the like say, which is the default')
    .option('--no-guides', 'tell it nothing of them')
    .optionsGroup('Replies:')
    .option('--set <key=value>', SETTING, collect)
    .addOption(new Option('--constrain <when>', 'hold the model to the protocol by a grammar').choices(FORCES))
    .addOption(new Option('--stop <when>', 'stop it by stop sequences from inventing results').choices(FORCES))
    .addOption(new Option('--images <when>', 'send it the pictures that read opens').choices(FORCES))
    .optionsGroup('Folders and log:')
    .option('--cwd <folder>', 'the folder to work in, if not the one that this runs in')
    .option('--history <folder>', 'where the history is kept')
    .option('--debug', 'write all that there is to say into the log (tagma logs)')
    .optionsGroup('Limits:')
    .addOption(
      new Option('--max-turns <n>', `replies of the model to one prompt (default: ${TURNS_MAX})`).argParser(positive),
    )
    .option('--max-tokens-total <n>', 'tokens of the session, sent and received; 0: no limit, the default', natural)
    .option(
      '--max-cost <amount>',
      'cost of the session, as the endpoint says it, else by the prices that are known; 0: no limit, the default',
      amount,
    )
    .option('--max-prompt-tokens <n>', 'the same as --max-tokens-total, of each prompt', natural)
    .option('--max-prompt-cost <amount>', 'the same as --max-cost, of each prompt', amount)
    .option(
      '--max-time <seconds>',
      'time of one prompt, without the time that you take to answer, looked at before each request; 0: no limit, the default',
      natural,
    )
    .optionsGroup(MODEL)
    .option(
      '--window <tokens>',
      "the model's window: the conversation is compacted in time; 0: not known, the default",
      natural,
    )
    .addOption(
      new Option('--compact-at <share>', 'how much of the window is used when the conversation is compacted').argParser(
        compactShare,
      ),
    )
    .addOption(
      new Option(
        '--max-retries <n>',
        `requests made again where the endpoint fails in a way that may pass (default: ${RETRIES_MAX})`,
      ).argParser(natural),
    );
}
