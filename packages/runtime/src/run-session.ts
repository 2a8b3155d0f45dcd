/** One question, one answer: a session without a screen, for embedding. */
import type { Fact, SessionEnded, SessionResumed, SessionStarted, Snapshot, TurnResult } from '@tagma/core';
import type { SessionDeps } from './deps.ts';
import { createSession, type Session } from './session.ts';

/** How the turn of a session has ended, or why it could not go on, in words for a person. */
export type Answer =
  | { readonly ok: true; readonly result: TurnResult }
  /** The history could not be written; nothing was performed after that. */
  | { readonly ok: false; readonly message: string };

/** What the caller of `runSession` wants to watch or decide. */
export type SessionHooks = {
  /** Called with the session before it starts, to watch it or to send it facts (an abort). */
  readonly onSession?: (session: Session) => void;
  /** Why the session ends, asked when its turn has ended. `done` where it is left out. */
  readonly reason?: () => SessionEnded['reason'];
  /** Where a session stands that is taken up again. */
  readonly from?: Snapshot;
};

/**
 * Starts a session, gives it the question, and resolves when its turn has ended and nothing runs any more. Never rejects.
 * @param question what to do; or the facts that begin the turn
 * @param started how it begins; `session.resumed` where it goes on (`hooks.from`)
 */
export async function runSession(
  question: string | readonly Fact[],
  started: SessionStarted | SessionResumed,
  deps: SessionDeps,
  hooks: SessionHooks = {},
): Promise<Answer> {
  const session = createSession(deps, hooks.from);
  hooks.onSession?.(session);
  const ended = new Promise<Answer>((resolve) => {
    session.subscribe((update) => {
      // A turn that was cut off ends as the session is taken up again.
      if (update.kind !== 'step' || update.event.type === 'session.resumed') return;
      for (const one of update.emitted) if (one.type === 'turn.end') resolve({ ok: true, result: one.result });
    });
    session.broken.then((message) => resolve({ ok: false, message }));
  });
  session.send(started);
  const facts: readonly Fact[] = typeof question === 'string' ? [{ type: 'prompt.given', text: question }] : question;
  for (const fact of facts) session.send(fact);
  const answer = await ended;
  await session.told();
  session.send({ type: 'session.ended', reason: hooks.reason?.() ?? 'done' });
  await session.stop();
  return answer;
}
