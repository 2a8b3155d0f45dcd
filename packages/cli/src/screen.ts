/** The full screen: a session that goes on until the person leaves. */
import { createSession } from '@tagma/runtime';
import { openScreen } from '@tagma/tui';
import type { Endings } from './endings.ts';
import { EXIT } from './exit.ts';
import type { Prepared } from './prepare.ts';
import { problem, report } from './problem.ts';

/** The exit code, but for a signal: that is among the endings. */
export async function screen(
  prompt: string | undefined,
  { started, deps, file }: Prepared,
  endings: Endings,
): Promise<number> {
  const session = createSession(deps);
  session.send(started);
  let broken: string | null = null;
  session.broken.then((message) => {
    broken = message;
  });
  const { model, folder, settings } = started;
  const opened = () =>
    openScreen({
      session,
      input: process.stdin,
      output: process.stdout,
      env: process.env,
      status: { model, folder, mode: settings.mode },
      ...(prompt === undefined ? {} : { prompt }),
    });
  // The screen takes signals from here on; one that has come already is not for it to see.
  const left = endings.exitCode() === null ? (await opened()).kind : 'signal';
  const byPerson = left === 'quit' || left === 'session-ended';
  session.send({ type: 'abort.requested', by: byPerson ? 'person' : 'signal' });
  await session.stop();
  session.send({ type: 'session.ended', reason: byPerson ? 'quit' : 'signal' });
  process.stdout.write(`history: ${file}\n`);
  if (broken !== null) return report(problem(EXIT.failed, broken));
  return left === 'terminal-closed' ? EXIT.hungUp : EXIT.done;
}
