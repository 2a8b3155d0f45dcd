/** `tagma step --live [PROMPT]`: a session with a gate that holds every event until the person lets it go. */
import { createSession } from '@tagma/runtime';
import { connectedBy } from '../connecting/connected.ts';
import { inEditor } from '../editor.ts';
import { type Endings, watchEndings } from '../endings.ts';
import { EXIT } from '../exit.ts';
import { checkOptions, type GivenOptions } from '../options.ts';
import { outputSettled } from '../output.ts';
import { keepAnswers } from '../permissions/keep-answers.ts';
import { settleFolder, tellOfRules } from '../permissions/settle.ts';
import { type Prepared, prepare } from '../prepare.ts';
import { problem, report } from '../problem.ts';
import { type Line, openConsole } from './console.ts';
import { converse } from './converse.ts';
import { createLiveStepper } from './live-stepper.ts';

export async function stepLive(prompt: string | undefined, options: GivenOptions): Promise<number> {
  const agreed = await settleFolder(options, process.env, process.stdin.isTTY === true);
  if (agreed.ok === 'left') return EXIT.interrupted;
  if (!agreed.ok) return report(agreed);
  const checked = await checkOptions(options);
  if (!checked.ok) return report(checked);
  const found = await connectedBy(checked.config, options, process.env);
  if (!found.ok) return report(found);
  const endings = watchEndings();
  tellOfRules(checked.permissions);
  const prepared = await prepare(checked.options, checked, found, false);
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
  { started, deps, file, keptRules }: Prepared,
  endings: Endings,
): Promise<number> {
  const console = openConsole();
  const editor = console.isTerminal
    ? (text: string) => console.lend(() => inEditor(text, 'event.json', process.env))
    : null;
  const stepper = createLiveStepper({ say: console.say, editor });
  const session = createSession({ ...deps, gate: stepper.gate });
  stepper.watch(session);
  if (keptRules) session.subscribe((update) => void keepAnswers(update, keptRules, deps.log));
  let broken: string | null = null;
  let stopListening = () => {};
  /** What was waited for may never come, once nothing is recorded any more or the process is to end. */
  const over = new Promise<void>((resolve) => {
    const end = () => {
      console.interrupt();
      resolve();
    };
    stopListening = endings.onEnd(end);
    void session.broken.then((message) => {
      broken = message;
      end();
    });
  });
  console.say(['Each event is held until next lets it go. help lists the commands.']);
  session.send(started);
  if (prompt !== undefined) session.send({ type: 'prompt.given', text: prompt });

  const code = await converse(console, {
    where: 'live',
    prompt: () => `${stepper.status()}> `,
    execute: stepper.execute,
    ready: (line) => (isAbort(line) ? Promise.resolve() : Promise.race([stepper.settled(), over])),
    isOver: () => broken !== null || endings.exitCode() !== null,
  });
  stopListening();
  const bySignal = endings.exitCode() !== null;
  await session.stop(bySignal ? 'signal' : 'person');
  session.send({ type: 'session.ended', reason: bySignal ? 'signal' : 'quit' });
  console.say([`history: ${file}`]);
  console.close();
  return broken === null ? code : report(problem(EXIT.failed, broken));
}

/** It ends the turn whatever is on its way. */
function isAbort(line: Line): boolean {
  return line.kind === 'line' && /^\s*(a|abort)\s*$/.test(line.text);
}
