/** One question, one answer: a session without a screen, for embedding. */
import type { SessionEnded, SessionStarted, TurnResult } from '@tagma/core';
import type { SessionDeps } from './deps.ts';
import { createSession, type Session } from './session.ts';

export type Answer =
  | { readonly ok: true; readonly result: TurnResult }
  /** The history could not be written; nothing was performed after that. */
  | { readonly ok: false; readonly message: string };

export type AgentHooks = {
  /** Called with the session before it starts, to watch it or to send it facts (an abort). */
  readonly onSession?: (session: Session) => void;
  /** Why the session ends, asked when its turn has ended. `done` where it is left out. */
  readonly reason?: () => SessionEnded['reason'];
};

/** Starts a session, gives it the question, and resolves when its turn has ended and nothing runs any more. Never rejects. */
export async function runAgent(
  question: string,
  started: SessionStarted,
  deps: SessionDeps,
  hooks: AgentHooks = {},
): Promise<Answer> {
  const session = createSession(deps);
  hooks.onSession?.(session);
  const ended = new Promise<Answer>((resolve) => {
    session.subscribe((update) => {
      if (update.kind !== 'step') return;
      for (const one of update.emitted) if (one.type === 'turn.end') resolve({ ok: true, result: one.result });
    });
    session.broken.then((message) => resolve({ ok: false, message }));
  });
  session.send(started);
  session.send({ type: 'prompt.given', text: question });
  const answer = await ended;
  session.send({ type: 'session.ended', reason: hooks.reason?.() ?? 'done' });
  await session.stop();
  return answer;
}
