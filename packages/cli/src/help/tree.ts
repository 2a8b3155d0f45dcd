/** The commands, their options and their arguments as plain data: what completions and the manual page are written from. */
import type { Argument, Command, Option } from 'commander';
import { SETTINGS } from '../config/settings-table.ts';
import { pathOf } from './described.ts';

/** What a value can be: one of these words, or what is found when it is asked for. */
export type Values = readonly string[] | 'models' | 'sessions' | 'files' | 'folders' | 'any';

export type OptionInTree = {
  /** As it is typed: the short one first, if there is one. */
  readonly names: readonly string[];
  /** As the help shows it: `-o, --output <file>`. */
  readonly flags: string;
  readonly about: string;
  readonly group: string;
  readonly takes: 'nothing' | 'value' | 'perhaps a value';
  readonly repeats: boolean;
  readonly values: Values;
};

export type ArgumentInTree = {
  readonly name: string;
  readonly about: string;
  readonly isRequired: boolean;
  readonly repeats: boolean;
  readonly values: Values;
};

export type CommandInTree = {
  /** The names after `tagma`, with blanks between; '' for `tagma` itself. */
  readonly path: string;
  readonly name: string;
  readonly about: string;
  readonly group: string;
  readonly options: readonly OptionInTree[];
  readonly arguments: readonly ArgumentInTree[];
  readonly commands: readonly CommandInTree[];
};

/** What the name of a value says of it. */
const NAMED: Readonly<Record<string, Values>> = {
  folder: 'folders',
  path: 'folders',
  session: 'sessions',
  script: 'files',
};
const MODEL_OPTIONS = ['--model', '--fallback', '--summary-model'];
/** Arguments that are a history, or the name of a session. */
const HISTORY_ARGUMENTS = ['file', 'files', 'a', 'b'];

export function treeOf(command: Command): CommandInTree {
  const help = command.createHelp();
  const path = pathOf(command);
  return {
    path,
    name: command.name(),
    about: command.description(),
    group: headingOf(command.helpGroup(), 'Commands'),
    options: help.visibleOptions(command).map((option) => optionInTree(option, help.optionDescription(option))),
    arguments: command.registeredArguments.map(argumentInTree),
    commands: command.commands.map(treeOf),
  };
}

/** The tree itself and all below it. */
export function allIn(tree: CommandInTree): readonly CommandInTree[] {
  return [tree, ...tree.commands.flatMap(allIn)];
}

function optionInTree(option: Option, about: string): OptionInTree {
  const { short, long, flags, required, optional, helpGroupHeading } = option;
  return {
    names: [short, long].filter((name) => name != null),
    ...{ flags, about },
    group: headingOf(helpGroupHeading, 'Options'),
    takes: required ? 'value' : optional ? 'perhaps a value' : 'nothing',
    repeats: Array.isArray(option.defaultValue),
    values: required || optional ? valuesOfOption(option) : 'any',
  };
}

function valuesOfOption({ argChoices, long, flags }: Option): Values {
  if (argChoices) return argChoices;
  if (MODEL_OPTIONS.includes(long ?? '')) return 'models';
  if (long === '--session') return 'sessions';
  const [, name = ''] = /[<[](\S+?)(?:\.\.\.)?[>\]]/.exec(flags) ?? [];
  return name === 'file' ? 'files' : (NAMED[name] ?? 'any');
}

function argumentInTree(argument: Argument): ArgumentInTree {
  const name = argument.name();
  const keys = name === 'key' ? SETTINGS.map(({ path }) => path) : undefined;
  const named = HISTORY_ARGUMENTS.includes(name) ? 'sessions' : (keys ?? NAMED[name]);
  return {
    name,
    about: argument.description,
    isRequired: argument.required,
    repeats: argument.variadic,
    values: argument.argChoices ?? named ?? 'any',
  };
}

function headingOf(heading: string | undefined, otherwise: string): string {
  return heading ? heading.replace(/:$/, '') : otherwise;
}
