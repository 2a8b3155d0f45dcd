/** The full screen: a session that goes on until the person leaves. */
import { constants } from 'node:os';
import { createSession } from '@tagma/runtime';
import { type Leaving, openScreen } from '@tagma/tui';
import { EXIT } from './exit.ts';
import type { Prepared } from './prepare.ts';
import { problem, report } from './problem.ts';

export async function screen(prompt: string | undefined, { started, deps, file }: Prepared): Promise<number> {
  const session = createSession(deps);
  session.send(started);
  let broken: string | null = null;
  session.broken.then((message) => {
    broken = message;
  });
  const { model, folder, settings } = started;
  const leaving = await openScreen({
    session,
    input: process.stdin,
    output: process.stdout,
    env: process.env,
    status: { model, folder, mode: settings.mode },
    ...(prompt === undefined ? {} : { prompt }),
  });
  session.send({ type: 'abort.requested', by: leaving.kind === 'signal' ? 'signal' : 'person' });
  await session.stop();
  session.send({ type: 'session.ended', reason: leaving.kind === 'signal' ? 'signal' : 'quit' });
  process.stdout.write(`history: ${file}\n`);
  return broken === null ? exitCodeOf(leaving) : report(problem(EXIT.failed, broken));
}

function exitCodeOf(leaving: Leaving): number {
  switch (leaving.kind) {
    case 'signal':
      return 128 + constants.signals[leaving.signal];
    case 'terminal-closed':
      return 128 + constants.signals.SIGHUP;
    default:
      return EXIT.done;
  }
}
