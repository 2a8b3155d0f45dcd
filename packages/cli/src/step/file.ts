/** `tagma step FILE`: a history, gone through event by event. */

import { BEHAVIOUR } from '@tagma/core';
import { type ReadHistory, readHistory } from '@tagma/history';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { problem, report } from '../problem.ts';
import { historyNamed, type NamedIn } from '../sessions/named.ts';
import { aboutFault, aboutTorn } from '../torn.ts';
import { openConsole } from './console.ts';
import { converse } from './converse.ts';
import { createHistoryStepper } from './history-stepper.ts';
import { tapeOf } from './tape.ts';

/** The exit code: done, also where the history is damaged behind its first record, for that is what one looks at; usage where a command of a script was none. */
export async function stepFile(idOrFile: string, namedIn: NamedIn): Promise<number> {
  const file = await historyNamed(idOrFile, namedIn);
  if (typeof file !== 'string') return report(file);
  const read = await readHistory(file);
  if (!read.ok) return report(problem(EXIT.usage, read.error.message));
  // What is damaged is stepped as far as it holds; here that is nowhere.
  if (read.fault && read.records.length === 0) {
    return report(problem(EXIT.failed, `${file}: ${aboutFault(read.fault)} There is nothing to be stepped.`));
  }
  const tape = tapeOf(read);
  const stepper = createHistoryStepper(tape);
  const console = openConsole();
  console.say(introduction(file, read, tape.events.length));
  const prompt = () => `${stepper.place().at}/${stepper.place().of}> `;
  const code = await converse(console, { where: 'file', prompt, execute: stepper.execute });
  console.close();
  return code;
}

function introduction(file: string, { head, torn, fault, records }: ReadHistory, events: number): readonly string[] {
  const behaviour = records[0]?.fields.behaviour;
  return [
    `${file}: session ${head.session}, ${counted(events, 'event')}. Times are UTC. help lists the commands.`,
    ...(torn ? [aboutTorn(torn)] : []),
    ...(fault ? [`${aboutFault(fault)} It is stepped as far as it holds.`] : []),
    ...(typeof behaviour === 'number' && behaviour !== BEHAVIOUR
      ? [`It was run by behaviour ${behaviour}, and this program has behaviour ${BEHAVIOUR}: what follows may differ.`]
      : []),
  ];
}
