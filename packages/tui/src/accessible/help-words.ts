/** What `/help` says here: what can be written, and what the few keys do. */
import type { OwnCommand } from '../keys/own-commands.ts';
import { commandNames, TYPED_COMMANDS } from '../keys/typed-commands.ts';

const WRITTEN: readonly (readonly [what: string, does: string])[] = [
  ['TEXT', 'is sent to the model; while a turn runs, it is told before its next reply'],
  ['a number', 'answers the question that is asked, or chooses from the list that was read out'],
  ['a number and words', 'where a reason is asked for: no, with that reason'],
  ['a line that ends with a backslash', 'goes on in the next line'],
  ['Ctrl+C', 'interrupts the turn; twice quits'],
  ['Ctrl+D on an empty line', 'quits'],
];

/** @param own the commands of the person and of the project */
export function helpWords(own: readonly OwnCommand[]): readonly string[] {
  const commands = [...TYPED_COMMANDS, ...own].map((command) => `  ${commandNames(command)}: ${command.says}`);
  return ['help: what can be written', ...WRITTEN.map(([what, does]) => `  ${what}: ${does}`), ...commands];
}
