/** A session that runs behind the screen: how it begins, what is shown of it, and how it ends. */
import type { OutsideOperation, SessionEnded } from '@tagma/core';
import { type Breakpoint, createSession, createStepping, type Session } from '@tagma/runtime';
import { type ShownSession, transcriptAfter } from '@tagma/tui';
import { branchIn } from './branch.ts';
import { toClipboard } from './clipboard.ts';
import { EXIT } from './exit.ts';
import { refusalIn } from './hooks/operations.ts';
import { keepAnswers } from './permissions/keep-answers.ts';
import type { Prepared } from './prepare.ts';
import { type Problem, problem } from './problem.ts';

export type Live = {
  readonly prepared: Prepared;
  readonly session: Session;
  readonly shown: ShownSession;
  readonly breakpoints: () => readonly Breakpoint[];
  /** Has its hooks asked before that is done with it. Gives why it is not to be, or null. */
  readonly refusal: (operation: OutsideOperation) => Promise<Problem | null>;
  /** Stops what runs, says so in the history, and closes it. `by`: who ends it. */
  readonly end: (by: 'person' | 'signal') => Promise<void>;
};

const HELD = problem(EXIT.usage, 'An event is held: let it go, or drop it, before.');

/** @param breakpoints set from the moment that it has begun: its own beginning passes */
export function beginLive(prepared: Prepared, breakpoints: readonly Breakpoint[] = []): Live {
  const { started, from, deps, keptRules, choose } = prepared;
  const stepping = createStepping(false);
  const session = createSession({ ...deps, gate: stepping.gate }, from?.snapshot);
  if (keptRules) session.subscribe((update) => void keepAnswers(update, keptRules, deps.log));
  let transcript = from?.transcript ?? null;
  const unfold = session.subscribe((update) => {
    transcript = transcript && transcriptAfter(transcript, update);
  });
  session.send(started);
  for (const fact of from?.first ?? []) session.send(fact);
  unfold();
  stepping.breakpoints.take(breakpoints);
  const { model, folder, settings } = started;
  const shown: ShownSession = {
    session: {
      subscribe: session.subscribe,
      send(fact) {
        if (fact.type === 'abort.requested') stepping.giveWay();
        session.send(fact);
      },
    },
    stepping,
    standing: session.snapshot(),
    chooseModel: async (name) => {
      const chosen = await choose(name);
      return chosen.ok ? chosen : { ok: false, message: chosen.message };
    },
    status: { model: model.model, folder, mode: settings.mode, sandbox: settings.sandbox },
    ...(transcript && { earlier: { transcript, snapshot: session.snapshot() } }),
    branch: () => branchIn(folder),
    copy: (text) => toClipboard(text, process.env),
    // A session that is broken takes no more facts: the screen would stand still.
    closed: session.broken,
  };
  const end = async (by: 'person' | 'signal') => {
    session.send({ type: 'abort.requested', by });
    await session.stop();
    const reason: SessionEnded['reason'] = by === 'person' ? 'quit' : 'signal';
    session.send({ type: 'session.ended', reason });
    await prepared.close();
  };
  const refusal = async (operation: OutsideOperation) =>
    // Nobody could let it go while the screen waits for the other session.
    stepping.state().held === null ? refusalIn({ session, hooks: deps.hooks ?? [] }, operation) : HELD;
  return { prepared, session, shown, refusal, breakpoints: stepping.breakpoints.all, end };
}
