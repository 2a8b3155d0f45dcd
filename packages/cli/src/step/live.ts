/** `tagma step --live [PROMPT]`: a session with a gate that holds every event until the person lets it go. */
import { createSession } from '@tagma/runtime';
import { connect } from '../connect.ts';
import { type Endings, watchEndings } from '../endings.ts';
import { EXIT } from '../exit.ts';
import { checkOptions, type RunOptions } from '../options.ts';
import { outputSettled } from '../output.ts';
import { type Prepared, prepare } from '../prepare.ts';
import { problem, report } from '../problem.ts';
import { readCommand } from './commands.ts';
import { type Console, openConsole } from './console.ts';
import { inEditor } from './editor.ts';
import { createLiveStepper, type LiveStepper } from './live-stepper.ts';

export async function stepLive(prompt: string | undefined, options: RunOptions): Promise<number> {
  const checked = checkOptions(options);
  if (!checked.ok) return report(checked);
  const connection = await connect(options, process.env);
  if (!connection.ok) return report(connection);
  const endings = watchEndings();
  const prepared = await prepare(options, checked, connection, false);
  if (!prepared.ok) return report(prepared);
  let code: number;
  try {
    code = await stepThrough(prompt, prepared, endings);
  } finally {
    await prepared.close();
  }
  await outputSettled();
  return endings.exitCode() ?? code;
}

async function stepThrough(
  prompt: string | undefined,
  { started, deps, file }: Prepared,
  endings: Endings,
): Promise<number> {
  const console = openConsole();
  const editor = console.isTerminal ? (text: string) => console.lend(() => inEditor(text, process.env)) : null;
  const stepper = createLiveStepper({ say: console.say, editor });
  const session = createSession({ ...deps, gate: stepper.gate });
  stepper.watch(session);
  let broken: string | null = null;
  void session.broken.then((message) => {
    broken = message;
    console.interrupt();
  });
  const stopListening = endings.onEnd(() => console.interrupt());
  console.say(['Each event is held until next lets it go. help lists the commands.']);
  session.send(started);
  if (prompt !== undefined) session.send({ type: 'prompt.given', text: prompt });

  const code = await converse(console, stepper, () => broken !== null || endings.exitCode() !== null);
  stopListening();
  const bySignal = endings.exitCode() !== null;
  await session.stop(bySignal ? 'signal' : 'person');
  session.send({ type: 'session.ended', reason: bySignal ? 'signal' : 'quit' });
  console.say([`history: ${file}`]);
  console.close();
  return broken === null ? code : report(problem(EXIT.failed, broken));
}

/** One command after the other, until the person leaves or the session is over. Gives the exit code. */
async function converse(console: Console, stepper: LiveStepper, isOver: () => boolean): Promise<number> {
  let code: number = EXIT.done;
  while (!isOver()) {
    const line = await console.read(() => `${stepper.status()}> `);
    if (line.kind === 'interrupt') return EXIT.interrupted;
    // A script has no eyes: each of its commands waits until there is something to act on.
    const isAbort = line.kind === 'line' && /^\s*(a|abort)\s*$/.test(line.text);
    if (!console.isTerminal && !isAbort && !isOver()) await stepper.settled();
    if (line.kind !== 'line') return code;
    const text = line.text.trim() === '' && console.isTerminal ? 'next' : line.text.trim();
    if (text === '' || text.startsWith('#')) continue;
    const command = readCommand(text, 'live');
    if (command.ok && command.command.name === 'quit') return code;
    const answer = command.ok ? await stepper.execute(command.command) : command;
    if (answer.ok) console.say(answer.lines);
    else {
      console.complain(answer.message);
      if (!console.isTerminal) code = EXIT.usage;
    }
  }
  return code;
}
