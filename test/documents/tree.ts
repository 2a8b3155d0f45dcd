/** Commands of the pages against the real tree of commands, where they are not carried out. */
import { commandTree } from '../../packages/cli/src/command-tree.ts';
import { commandsOf } from '../../packages/cli/src/help/described.ts';

type Command = ReturnType<typeof commandTree>;

/** What is wrong with the words after `tagma`: an option that there is not, a value of another kind. Null where nothing is. */
export async function mistakeIn(words: readonly string[]): Promise<string | null> {
  const program = commandTree(() => {}, words.includes('--'));
  for (const command of commandsOf(program)) {
    command.configureOutput({ writeOut: () => {}, writeErr: () => {} });
    if (command.commands.length === 0 || command === program) command.action(() => {});
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
    return null;
  } catch (error) {
    const { exitCode, message } = error as { readonly exitCode?: number; readonly message: string };
    if (exitCode === undefined) throw error;
    return exitCode === 0 ? null : message;
  }
}

const TREE = commandTree(() => {});
const ALL_OPTIONS = new Set(commandsOf(TREE).flatMap((command) => ['--help', ...optionsOf(command)]));

export function isOption(flag: string): boolean {
  return ALL_OPTIONS.has(flag);
}

/** The words that name nothing: of a command that is only spoken of, and may lack what it takes. */
export function unknownIn(words: readonly string[]): readonly string[] {
  const { command, rest } = commandNamed(words);
  const known = ['-h', '--help', ...[command, ...command.commands].flatMap(optionsOf)];
  const [first] = rest;
  const isNoCommand = command.commands.length > 0 && command !== TREE && /^[a-z]/.test(first ?? '');
  const isNoneOfOurs = command === TREE && /^[a-z][a-z-]*$/.test(first ?? '');
  return [
    ...(first !== undefined && (isNoCommand || isNoneOfOurs) ? [first] : []),
    ...rest.filter((word) => /^--?[a-z]/i.test(word)).filter((word) => !known.includes(word.replace(/=.*/, ''))),
  ];
}

function optionsOf({ options }: Command): readonly string[] {
  return options.flatMap(({ short, long }) => [short, long]).filter((flag) => flag != null);
}

function commandNamed(words: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } {
  let command = TREE;
  for (const [at, word] of words.entries()) {
    const below = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (below === undefined) return { command, rest: words.slice(at) };
    command = below;
  }
  return { command, rest: [] };
}
