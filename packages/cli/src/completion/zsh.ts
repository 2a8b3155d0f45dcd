/** Completions for zsh, from 5.0 on: a function for each command, all by `_arguments`. */
import { type ArgumentInTree, allIn, type CommandInTree, type OptionInTree, type Values } from '../help/tree.ts';
import { shellWord, shortly } from './words.ts';

export function zshCompletion(tree: CommandInTree): string {
  return `#compdef tagma
# Completions of tagma for zsh, written by: tagma completion zsh
_tagma_found() {
  local -a found
  found=(\${(f)"$(tagma completion --values $1 2>/dev/null)"})
  compadd -V $1 -a found
}
_tagma__models() { _tagma_found models }
_tagma__sessions() { _tagma_found sessions; _files }
${allIn(tree).map(functionFor).join('\n')}
if [ "$funcstack[1]" = _tagma ]; then _tagma "$@"; else compdef _tagma tagma; fi
`;
}

function functionFor(command: CommandInTree): string {
  const { path, options, arguments: all, commands } = command;
  const given = commands.length > 0 ? [FIRST, REST] : all.map(argumentSpec);
  const specs = [...options.map(optionSpec), ...given.map(shellWord)];
  const call = `  _arguments -C -s ${specs.join(' \\\n    ')}`;
  return `${nameOf(path)}() {
  local curcontext="$curcontext" state line ret=1
${call} && ret=0
${commands.length > 0 ? dispatch(command) : ''}  return ret
}`;
}

const FIRST = '1:command:->command';
const REST = '*::argument:->argument';

/** The first word is a subcommand, or what the command itself takes. */
function dispatch({ commands, arguments: all }: CommandInTree): string {
  const named = commands.map(({ name, about }) => shellWord(`${name}:${shortly(about).replaceAll(':', '\\:')}`));
  const cases = commands.map((one) => `        ${one.name}) ${nameOf(one.path)} && ret=0 ;;`);
  const [own] = all;
  const ownValues = own && actionOf(own.values) !== ' ' ? `\n      ${actionOf(own.values)} && ret=0` : '';
  return `  case $state in
    command)
      local -a commands
      commands=(${named.join(' ')})
      _describe -t commands command commands && ret=0${ownValues} ;;
    argument)
      case $words[1] in
${cases.join('\n')}
      esac ;;
  esac
`;
}

function nameOf(path: string): string {
  return ['_tagma', ...path.split(' ')].filter(Boolean).join('_').replaceAll('-', '_');
}

/** `(-t --trust)'{-t,--trust}'[short for --mode trust]`, and what the value can be. */
function optionSpec({ names, about, takes, values, repeats }: OptionInTree): string {
  const [only = ''] = names;
  const text = `[${escaped(shortly(about))}]`;
  const value = takes === 'nothing' ? '' : `${takes === 'value' ? ':' : '::'}value:${actionOf(values)}`;
  const mark = repeats ? '*' : '';
  if (names.length === 1) return shellWord(`${mark}${only}${text}${value}`);
  return `${shellWord(repeats ? '*' : `(${names.join(' ')})`)}{${names.join(',')}}${shellWord(`${text}${value}`)}`;
}

function argumentSpec({ name, isRequired, repeats, values }: ArgumentInTree, index: number): string {
  const place = repeats ? '*' : String(index + 1);
  return `${place}${isRequired || repeats ? ':' : '::'}${name}:${actionOf(values)}`;
}

function actionOf(values: Values): string {
  switch (values) {
    case 'any':
      return ' ';
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'models':
      return '_tagma__models';
    case 'sessions':
      return '_tagma__sessions';
    default:
      return `(${values.join(' ')})`;
  }
}

/** What `_arguments` would read as the end of a text. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}
