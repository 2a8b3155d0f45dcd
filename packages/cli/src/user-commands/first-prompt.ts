/**
 * A prompt of the command line that begins with a slash, read as a draft is read on the screen: a command of the person's own or of the
 * project's stands for its text, two slashes send a text that begins with one, and what is a command of the screen, or is misspelt,
 * is not sent to the model.
 */
import { sep } from 'node:path';
import { readTyped, type TypedCommand } from '@tagma/tui';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { type CommandFolders, userCommands } from './user-commands.ts';

/** What does the same on the command line. */
const INSTEAD: { readonly [name in TypedCommand]?: string } = {
  model: '--model NAME',
  provider: '--model NAME',
  mode: '--mode NAME',
  plan: '--mode plan',
  sessions: 'tagma sessions or tagma resume [NAME]',
  fork: 'tagma fork NAME',
  tools: 'tagma tools',
  config: 'tagma config list',
  doctor: 'tagma doctor',
  export: 'tagma export NAME',
  init: 'tagma init',
  keys: 'tagma keys',
  help: 'tagma --help',
};

export type FirstPrompt = { readonly ok: true; readonly prompt: string };

export async function firstPrompt(given: string, folders: CommandFolders): Promise<FirstPrompt | Problem> {
  const { commands, problems } = await userCommands(folders);
  const read = readTyped(given, commands);
  if (read.kind === 'text') return { ok: true, prompt: read.text };
  if (read.kind === 'problem') {
    // The file may be there, and say nothing that can be sent.
    const [, name = ''] = /^\/(\S+)/.exec(given) ?? [];
    const why = problems.filter((one) => one.includes(`${sep}${name}.md: `));
    return problem(EXIT.usage, [read.message, ...why].join('\n'));
  }
  if (read.kind === 'shell') return { ok: true, prompt: given };
  const instead = INSTEAD[read.name];
  const [word = ''] = given.split(/\s/, 1);
  const how = instead === undefined ? '' : ` On the command line it is ${instead}.`;
  return problem(EXIT.usage, `${word} is a command of the screen, and no prompt.${how} /${word} sends it as a text.`);
}
