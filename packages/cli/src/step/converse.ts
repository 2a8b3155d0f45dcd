/** Commands as they come, one after the other, from a person or a script. */
import { EXIT } from '../exit.ts';
import { type Command, readCommand, type Where } from './commands.ts';
import type { Console, Line } from './console.ts';
import type { Said } from './said.ts';

export type Talk = {
  readonly where: Where;
  /** Asked for whenever it is shown. */
  readonly prompt: () => string;
  readonly execute: (command: Command) => Said | Promise<Said>;
  /** Before a line of a script is looked at: a script has no eyes, and waits until there is something to act on. */
  readonly ready?: (line: Line) => Promise<unknown>;
  /** There is nothing left to talk about. */
  readonly isOver?: () => boolean;
};

/** Until the person leaves, the input ends, or there is nothing left to talk about. Gives the exit code. */
export async function converse(console: Console, talk: Talk): Promise<number> {
  let code: number = EXIT.done;
  while (!talk.isOver?.()) {
    const line = await console.read(talk.prompt);
    if (line.kind === 'interrupt') return EXIT.interrupted;
    if (!console.isTerminal) await talk.ready?.(line);
    if (line.kind !== 'line' || talk.isOver?.()) return code;
    // As in a debugger, a line with nothing on it goes on; in a script it is nothing.
    const text = line.text.trim() === '' && console.isTerminal ? 'next' : line.text.trim();
    if (text === '' || text.startsWith('#')) continue;
    const command = readCommand(text, talk.where);
    if (command.ok && command.command.name === 'quit') return code;
    const answer = command.ok ? await talk.execute(command.command) : command;
    if (answer.ok) console.say(answer.lines);
    else {
      console.complain(answer.message);
      if (!console.isTerminal) code = EXIT.usage;
    }
  }
  return code;
}
