/** Hooks before something is done with a session as a whole: before a copy of it, and before another one takes its place. */
import { basename } from 'node:path';
import type { HookEnded, OutsideOperation } from '@tagma/core';
import type { Hook, Session } from '@tagma/runtime';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';

const WORDS = { fork: 'fork the session', switch: 'leave the session for another' } as const;

/**
 * Has a session that runs ask its hooks: what they come to stands in its history. Where it has none of that point, nothing does.
 * @returns why it is not to be done, or null
 */
export async function refusalIn(
  {
    session,
    hooks = [],
  }: { readonly session: Pick<Session, 'send' | 'subscribe' | 'broken'>; readonly hooks?: readonly Hook[] },
  operation: OutsideOperation,
): Promise<Problem | null> {
  if (!hooks.some(({ on }) => on.before_session_op !== undefined)) return null;
  let request: number | null = null;
  let stop = () => {};
  const ended = new Promise<HookEnded | null>((resolve) => {
    stop = session.subscribe((update) => {
      if (update.kind !== 'step') return;
      const { event, emitted } = update;
      if (event.type === 'operation.requested') {
        const asked = emitted.find(({ type }) => type === 'hook.run');
        request = asked?.type === 'hook.run' ? asked.id : null;
        // The session is over already.
        if (request === null) resolve(null);
      }
      if (event.type === 'hook.ended' && event.request === request) resolve(event);
    });
    void session.broken.then(() => resolve(null));
  });
  session.send({ type: 'operation.requested', ...operation });
  const outcome = (await ended)?.outcome ?? null;
  stop();
  return outcome?.kind === 'refused' ? refusalOf(operation.op, outcome) : null;
}

export function refusalOf(
  op: OutsideOperation['op'],
  { by, reason }: { readonly by: string; readonly reason: string },
): Problem {
  const why = reason === '' ? '.' : `: ${reason}`;
  return problem(EXIT.denied, `a hook (${by}) does not let you ${WORDS[op]}${why}`);
}

/** By which hooks are told of a session. */
export function sessionNamed(file: string): string {
  return basename(file, '.xml');
}
