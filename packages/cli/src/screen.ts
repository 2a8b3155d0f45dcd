/** The full screen: a session that goes on until the person leaves. */
import { createSession } from '@tagma/runtime';
import { openScreen, transcriptAfter } from '@tagma/tui';
import type { Endings } from './endings.ts';
import { EXIT } from './exit.ts';
import { keepAnswers } from './permissions/keep-answers.ts';
import type { Prepared } from './prepare.ts';
import { problem, report } from './problem.ts';

/**
 * The exit code, but for a signal: that is among the endings.
 * @param notes what has been said before, and would not be seen below the screen
 */
export async function screen(
  prompt: string | undefined,
  { started, from, deps, file, keptRules, choose }: Prepared,
  endings: Endings,
  notes: readonly string[],
): Promise<number> {
  const session = createSession(deps, from?.snapshot);
  if (keptRules) session.subscribe((update) => void keepAnswers(update, keptRules, deps.log));
  let transcript = from?.transcript ?? null;
  const unfold = session.subscribe((update) => {
    transcript = transcript && transcriptAfter(transcript, update);
  });
  session.send(started);
  for (const fact of from?.first ?? []) session.send(fact);
  unfold();
  const { model, folder, settings } = started;
  const opened = () =>
    openScreen({
      session,
      input: process.stdin,
      output: process.stdout,
      env: process.env,
      chooseModel: async (name) => {
        const chosen = await choose(name);
        return chosen.ok ? chosen : { ok: false, message: chosen.message };
      },
      status: { model: model.model, folder, mode: settings.mode, sandbox: settings.sandbox },
      notes,
      ...(transcript && { earlier: { transcript, snapshot: session.snapshot() } }),
      // A session that is broken takes no more facts: the screen would stand still.
      closed: session.broken,
      ...(prompt === undefined ? {} : { prompt }),
    });
  // The screen takes signals from here on; one that has come already is not for it to see.
  const left = endings.exitCode() === null ? await opened() : null;
  const byPerson = left?.kind === 'quit' || left?.kind === 'session-ended';
  session.send({ type: 'abort.requested', by: byPerson ? 'person' : 'signal' });
  await session.stop();
  session.send({ type: 'session.ended', reason: byPerson ? 'quit' : 'signal' });
  process.stdout.write(`history: ${file}\n`);
  const broken = await Promise.race([session.broken, null]);
  if (broken !== null) return report(problem(EXIT.failed, broken));
  if (left?.kind === 'terminal-closed') return EXIT.hungUp;
  return left?.kind === 'quit' && left.interrupted ? EXIT.interrupted : EXIT.done;
}
