/** What holds for the help and the messages of every command: examples, near names, no defaults that say nothing. */
import { nearestNames } from '@tagma/protocol';
import { type Argument, type Command, Help, InvalidArgumentError, type Option } from 'commander';
import { EXAMPLES, type Example } from './examples.ts';
import { refuseTooMany } from './too-many.ts';

const NEAR_MAX = 2;
/** Where the lines are not too long for it, what they are for stands in a column. */
const LINE_COLUMNS_MAX = 62;

/** Finishes a tree of commands: after this none is added. */
export function describeCommands(program: Command): void {
  for (const command of commandsOf(program)) {
    const path = pathOf(command);
    // What --help itself is listed under.
    command.optionsGroup('Options:');
    command.configureHelp({ optionDescription });
    command.showHelpAfterError(`(${['tagma', path].filter(Boolean).join(' ')} --help lists the options)`);
    const examples = EXAMPLES[path];
    if (examples) command.addHelpText('after', `\nExamples:\n${exampleLines(examples).join('\n')}`);
    for (const each of [...command.options, ...command.registeredArguments]) nameNearChoices(each);
    if (command !== program && command.commands.length === 0) refuseTooMany(command);
  }
}

/** The command, and all below it, in the order in which the help lists them. */
export function commandsOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

/** The names after `tagma`, with blanks between. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null ? '' : [pathOf(parent), command.name()].filter(Boolean).join(' ');
}

export function exampleLines(examples: readonly Example[]): readonly string[] {
  const columns = examples.map(([line, about]) => (about === undefined ? 0 : line.length));
  const width = Math.min(Math.max(...columns), LINE_COLUMNS_MAX);
  return examples.map(([line, about]) => `  ${about === undefined ? line : `${line.padEnd(width)}   # ${about}`}`);
}

const usual = new Help();

/** An empty list is no default that anybody wants to read. */
function optionDescription(option: Option): string {
  const { defaultValue, description, negate, defaultValueDescription } = option;
  const isEmpty = Array.isArray(defaultValue) && defaultValue.length === 0;
  return isEmpty && !negate && defaultValueDescription === undefined ? description : usual.optionDescription(option);
}

function nameNearChoices(option: Option | Argument): void {
  const { argChoices, parseArg } = option;
  if (!argChoices || !parseArg) return;
  option.argParser((value: string, previous: unknown) => {
    try {
      return parseArg(value, previous);
    } catch (error) {
      const near = nearestNames(value, argChoices, NEAR_MAX);
      if (!(error instanceof InvalidArgumentError) || near.length === 0) throw error;
      throw new InvalidArgumentError(`${error.message} Did you mean ${near.join(' or ')}?`);
    }
  });
}
