/** `tagma step FILE`: a history, gone through event by event. */

import { BEHAVIOUR } from '@tagma/core';
import { type ReadHistory, readHistory } from '@tagma/history';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { problem, report } from '../problem.ts';
import { aboutTorn } from '../torn.ts';
import { readCommand } from './commands.ts';
import { openConsole } from './console.ts';
import { createHistoryStepper } from './history-stepper.ts';
import { tapeOf } from './tape.ts';

/** The exit code: done, also where the history is damaged, for that is what one looks at; usage where a command of a script was none. */
export async function stepFile(file: string): Promise<number> {
  const read = await readHistory(file);
  if (!read.ok) return report(problem(EXIT.usage, read.error.message));
  const tape = tapeOf(read);
  const stepper = createHistoryStepper(tape);
  const console = openConsole();
  console.say(introduction(file, read, tape.events.length));
  let code: number = EXIT.done;
  for (;;) {
    const { at, of } = stepper.place();
    const line = await console.read(() => `${at}/${of}> `);
    if (line.kind === 'interrupt') code = EXIT.interrupted;
    if (line.kind !== 'line') break;
    // As in a debugger, a line with nothing on it goes on; in a script it is nothing.
    const text = line.text.trim() === '' && console.isTerminal ? 'next' : line.text.trim();
    if (text === '' || text.startsWith('#')) continue;
    const command = readCommand(text, 'file');
    if (command.ok && command.command.name === 'quit') break;
    const answer = command.ok ? stepper.execute(command.command) : command;
    if (answer.ok) console.say(answer.lines);
    else {
      console.complain(answer.message);
      if (!console.isTerminal) code = EXIT.usage;
    }
  }
  console.close();
  return code;
}

function introduction(file: string, { head, torn, fault, records }: ReadHistory, events: number): readonly string[] {
  const behaviour = records[0]?.fields.behaviour;
  return [
    `${file}: session ${head.session}, ${counted(events, 'event')}. Times are UTC. help lists the commands.`,
    ...(torn ? [aboutTorn(torn)] : []),
    ...(fault
      ? [`The file is damaged at record ${fault.record}: ${fault.message}. It is stepped as far as it holds.`]
      : []),
    ...(typeof behaviour === 'number' && behaviour !== BEHAVIOUR
      ? [`It was run by behaviour ${behaviour}, and this program has behaviour ${BEHAVIOUR}: what follows may differ.`]
      : []),
  ];
}
