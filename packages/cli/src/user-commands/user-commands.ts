/**
 * Commands of the person's own (`commands/*.md` beside the configuration) and of the project's (`.tagma/commands/*.md`). A file is a
 * text and nothing else: whatever stands in it, nothing is run. None takes the place of a command of Tagma's, and none of the
 * project's the place of one of the person's.
 */
import { readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beginningOf, oneLine, visible } from '@tagma/protocol';
import { type OwnCommand, typedCommand } from '@tagma/tui';
import { readGuide } from '../guides/read-guide.ts';
import { parted } from './frontmatter.ts';

/** `problems`: a sentence for each file that is no command, with its place. */
export type FoundCommands = { readonly commands: readonly OwnCommand[]; readonly problems: readonly string[] };

export type CommandFolders = {
  /** The session's. */
  readonly folder: string;
  /** The configuration's, which need not be there. */
  readonly configFile: string;
};

const ENDING = '.md';
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u;
/** Files of a folder that are looked into, in the order of their names. */
const FILES_MAX = 100;
/** Of what a command says of itself, in characters. */
const SAYS_MAX = 200;
const TAKES_MAX = 60;

/** Never rejects. What is sent is not looked into before it is sent. */
export async function userCommands({ folder, configFile }: CommandFolders): Promise<FoundCommands> {
  const project = await realpath(folder).catch(() => folder);
  const own = await commandsIn(join(dirname(configFile), 'commands'), 'person', null, []);
  const names = own.commands.map(({ name }) => name);
  const others = await commandsIn(join(project, '.tagma', 'commands'), 'project', project, names);
  return { commands: [...own.commands, ...others.commands], problems: [...own.problems, ...others.problems] };
}

async function commandsIn(
  folder: string,
  from: OwnCommand['from'],
  root: string | null,
  taken: readonly string[],
): Promise<FoundCommands> {
  const commands: OwnCommand[] = [];
  const problems: string[] = [];
  const files = (await readdir(folder).catch(() => [])).filter((entry) => entry.endsWith(ENDING)).sort();
  const passedOver = (file: string, why: string) => problems.push(visible(`${join(folder, file)}: ${why}`));
  for (const file of files.slice(0, FILES_MAX)) {
    const name = file.slice(0, -ENDING.length);
    const refused = whyNot(name, taken);
    if (refused !== null) {
      passedOver(file, refused);
      continue;
    }
    const read = await readGuide(join(folder, file), { root, shown: (each) => each, denied: () => null });
    const problem = read?.isCut ? 'it is too long for a command.' : (read?.problem ?? null);
    if (problem !== null) {
      passedOver(file, problem);
      continue;
    }
    const command = commandOf(name, read?.text ?? '', from);
    if (command.text === '') passedOver(file, 'it is empty.');
    else commands.push(command);
  }
  if (files.length > FILES_MAX) problems.push(visible(`${folder}: only ${FILES_MAX} files of it are commands.`));
  return { commands, problems };
}

function whyNot(name: string, taken: readonly string[]): string | null {
  if (!NAME.test(name)) return 'no command can have this name: letters, digits, - and _ make one.';
  if (typedCommand(name) !== undefined) return `/${name} is a command of Tagma.`;
  return taken.includes(name) ? `/${name} is a command of your own already.` : null;
}

function commandOf(name: string, file: string, from: OwnCommand['from']): OwnCommand {
  const { members, text } = parted(file);
  const firstLine = text.split('\n', 1)[0]?.replace(/^#+\s*/, '') ?? '';
  return {
    name,
    takes: shortened(members.get('argument-hint') ?? '', TAKES_MAX),
    says: shortened(members.get('description') || firstLine, SAYS_MAX),
    text,
    from,
  };
}

function shortened(text: string, charactersMax: number): string {
  return oneLine(visible(beginningOf(text, charactersMax)));
}
