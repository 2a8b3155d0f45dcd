/** Completions for fish, from 3.0 on. */
import { allIn, type CommandInTree, type OptionInTree, type Values } from '../help/tree.ts';
import { fishWord, shortly } from './words.ts';

export function fishCompletion(tree: CommandInTree): string {
  const all = allIn(tree);
  return `# Completions of tagma for fish, written by: tagma completion fish
${engineFor(all)}
complete -c tagma -e
complete -c tagma -f
${all.flatMap(linesFor).join('\n')}
`;
}

function linesFor({ path, commands, options, arguments: all }: CommandInTree): readonly string[] {
  const below = commands.map(
    ({ name, about }) => `complete -c tagma -n ${at(path, 0)} -a ${name} -d ${fishWord(shortly(about))}`,
  );
  const given = all.flatMap(({ values, repeats }, index) => {
    const condition = at(path, repeats ? null : index);
    return wordsOf(values).map((words) => `complete -c tagma -n ${condition} ${words}`);
  });
  return [...below, ...given, ...options.map((option) => lineFor(path, option))];
}

function lineFor(path: string, { names, about, takes, values }: OptionInTree): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const [words = ''] = takes === 'nothing' ? [] : wordsOf(values);
  // Only what must have a value completes one in a word of its own.
  const isAsked = takes === 'value' || (takes === 'perhaps a value' && words !== '');
  const needed = isAsked ? [words.includes('-F') ? '-r' : '-x'] : [];
  const parts = [
    'complete -c tagma',
    `-n ${at(path, null)}`,
    ...flags,
    ...needed,
    words,
    `-d ${fishWord(shortly(about))}`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** @param place which argument is typed; null: any */
function at(path: string, place: number | null): string {
  return fishWord(`__tagma_at ${fishWord(path)}${place === null ? '' : ` ${place}`}`);
}

/** What stands for the values: nothing where they can be anything. */
function wordsOf(values: Values): readonly string[] {
  switch (values) {
    case 'any':
      return [];
    case 'files':
      return ['-F'];
    case 'folders':
      return ["-a '(__fish_complete_directories)'"];
    case 'models':
      return ["-a '(__tagma_values models)'"];
    case 'sessions':
      return ["-k -a '(__tagma_values sessions)' -F"];
    default:
      return [`-a ${fishWord(values.join(' '))}`];
  }
}

/** `__tagma_at PATH [PLACE]`: whether that command is typed, and that many of its arguments stand there already. */
function engineFor(all: readonly CommandInTree[]): string {
  const taking = all.flatMap(({ path, options }) =>
    options.filter(({ takes }) => takes === 'value').flatMap(({ names }) => names.map((name) => `${path}:${name}`)),
  );
  const below = all.flatMap(({ path, commands }) => commands.map(({ name }) => `${path}:${name}`));
  return `function __tagma_values
    set -l tagma (commandline -opc)[1]
    $tagma completion --values $argv[1] 2>/dev/null
end
function __tagma_at
    set -l path ''
    set -l count 0
    set -l pending 0
    for word in (commandline -opc)[2..-1]
        if test $pending = 1
            set pending 0
        else if string match -q -- '-*' $word
            contains -- "$path:$word" ${taking.map(fishWord).join(' ')}
            and set pending 1
        else if test $count = 0; and contains -- "$path:$word" ${below.map(fishWord).join(' ')}
            set path (string trim -- "$path $word")
        else
            set count (math $count + 1)
        end
    end
    test "$path" = "$argv[1]"; or return 1
    test (count $argv) = 1; or test $count = "$argv[2]"
end`;
}
