/**
 * A live session: the one way that every fact takes. It is stamped, secrets are taken out, the gate is asked, the machine
 * is told, what follows is made durable, and only then are the effects performed. So nothing happens that the history does
 * not say.
 */
import {
  type AgentEvent,
  chartOf,
  type Effect,
  type Emitted,
  type Fact,
  isEffect,
  type Snapshot,
  type Step,
  start,
  stateOf,
  step,
  type Update,
} from '@tagma/core';
import { recordsOf } from '@tagma/history';
import { isToBeRead, withAttached } from './attach/attach.ts';
import type { SessionDeps } from './deps.ts';
import { type Answer, askGate, letThrough } from './gate.ts';
import { withHookPoints } from './hooks/points.ts';
import { messageOf, safeLog, stackOf } from './log.ts';
import { createMailbox } from './mailbox.ts';
import { createOwed, unbegun } from './owed.ts';
import { createPerformers } from './performers.ts';
import { createRedactor } from './redact.ts';

/** A session that runs: facts go in, what comes of them is recorded, performed and told. */
export type Session = {
  /** Reports a fact. Never throws; what the machine's state does not take is recorded and changes nothing. */
  readonly send: (fact: Fact) => void;
  /** Watches the session, from now on. Gives the way to stop. */
  readonly subscribe: (watcher: (update: Update) => void) => () => void;
  /** Where the machine stands now. */
  readonly snapshot: () => Snapshot;
  /**
   * Resolves with the message when the history could not be written, or the machine failed: from then on nothing is
   * recorded and nothing performed.
   */
  readonly broken: Promise<string>;
  /**
   * Ends the session's work: what the gate holds passes, a turn that runs is aborted, what runs is killed, and nothing
   * more begins. Resolves when nothing runs any more. Facts are still recorded (`session.ended`).
   * @param by who ends a turn that runs; `signal` where it is left out
   */
  readonly stop: (by?: 'person' | 'signal') => Promise<void>;
  /** Resolves when hooks have been told all that has happened, or have had time enough: before `session.ended`, which is the last of it. */
  readonly told: () => Promise<void>;
};

/** A fact on its way; `asked`: the gate has had its say. */
type Letter = { readonly fact: Fact; readonly asked: boolean };

/**
 * A session that has not begun: it does so with the first fact that it is sent, `session.started`.
 * @param from where a session stands that is taken up again, by its history: the first fact is `session.resumed` then
 */
export function createSession({ secrets, ...given }: SessionDeps, from: Snapshot = start()): Session {
  const redactor = createRedactor({ ...given, secrets });
  const deps = { ...given, redactor, log: safeLog(given.log, redactor) };
  const watchers = new Set<(update: Update) => void>();
  const owed = createOwed();
  const stopping = new AbortController();
  let snapshot = from;
  let halted = false;
  let breakWith: (message: string) => void = () => {};
  const broken = new Promise<string>((resolve) => {
    breakWith = resolve;
  });

  const deliver = ({ fact, asked }: Letter): void | Promise<void> => {
    // An answer that nobody waits for any more: the end of a session is the last thing in its log.
    if (halted || (stateOf(snapshot) === 'closed' && 'request' in fact)) return;
    if (!asked && !stopping.signal.aborted && isToBeRead(fact, deps.tools)) {
      return withAttached(deps, fact, snapshot.context, stopping.signal).then((whole) => pass(whole, asked));
    }
    return pass(fact, asked);
  };

  const pass = (fact: Fact, asked: boolean): void | Promise<void> => {
    const event = { ...(asked ? fact : redacted(fact)), at: deps.clock.now() };
    if (asked || !deps.gate || stopping.signal.aborted) return take(event);
    const answer = askGate(deps.gate, event, snapshot, stopping.signal);
    return answer instanceof Promise ? answer.then((said) => carryOut(said, event)) : carryOut(answer, event);
  };

  const redacted = (fact: Fact): Fact =>
    redactor.fact(
      withHookPoints(fact, deps.hooks),
      fact.type === 'tool.ended' ? performers.placeOf(fact.request) : undefined,
    );

  const mailbox = createMailbox(deliver, (error) => giveUp('an event', error));

  const send = (fact: Fact) => mailbox.send({ fact, asked: false });

  /** Tells the machine what the gate has let through. */
  const carryOut = (answer: Answer, event: AgentEvent): void => {
    for (const each of letThrough(answer, event, { snapshot, owed, redactor, log: deps.log })) take(each);
  };

  const take = (event: AgentEvent): void => {
    if (halted) return;
    try {
      follow(event, step(snapshot, event));
    } catch (error) {
      giveUp(event.type, error);
    }
  };

  const giveUp = (what: string, error: unknown): void => {
    deps.log.error({ event: what, error: stackOf(error) }, 'an event could not be taken');
    halt(`${what} could not be taken, by a mistake in Tagma: ${messageOf(error)}. The log file has more.`);
  };

  /** Records what the machine has made of an event, and lets it happen. */
  const follow = (event: AgentEvent, next: Step): void => {
    const records = recordsOf(event, next.emitted, stateOf(next.snapshot));
    const kept = deps.history?.append(records, { sync: mustBeDurable(event.type, next.emitted) }) ?? { ok: true };
    if (!kept.ok) {
      deps.log.error({ message: kept.message }, 'the history could not be written');
      halt(kept.message);
      return;
    }
    snapshot = next.snapshot;
    if (event.type === 'session.resumed') performers.forget();
    owed.settle(event);
    performers.heed(event);
    deps.log.info(
      { event: event.type, state: stateOf(snapshot), effects: next.emitted.map((one) => one.type) },
      'step',
    );
    if (event.type === 'reply.failed') deps.log.warn?.(event.fault, 'a request to the model failed');
    tell({ kind: 'step', event, emitted: next.emitted, snapshot });
    for (const effect of next.emitted.filter(isEffect)) perform(effect);
  };

  const perform = (effect: Effect): void => {
    if (effect.type === 'cancel') {
      const answer = owed.cancel(effect.request);
      if (answer) mailbox.send({ fact: answer, asked: true });
    } else if (stopping.signal.aborted && effect.type !== 'hook.tell') {
      const answer = unbegun(effect);
      if (answer) owed.keep(answer);
      return;
    }
    performers.perform(effect, snapshot.context);
  };

  const halt = (message: string): void => {
    halted = true;
    performers.cancelAll();
    breakWith(message);
  };

  const tell = (update: Update) => {
    for (const watcher of watchers) {
      try {
        watcher(update);
      } catch (error) {
        deps.log.error({ error: stackOf(error) }, 'a watcher failed');
      }
    }
  };

  const performers = createPerformers(deps, send, tell, stopping.signal);

  return {
    send,
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    snapshot: () => snapshot,
    told: () => performers.told(TOLD_MS_MAX),
    broken,
    async stop(by = 'signal') {
      stopping.abort();
      await mailbox.idle();
      const abort: Fact = { type: 'abort.requested', by };
      if (TURN_RUNS.has(stateOf(snapshot))) send(abort);
      performers.cancelAll();
      await performers.settled(STOP_MS_MAX);
      for (const hook of deps.hooks ?? []) hook.end?.();
    },
  };
}

/** So long hooks may take with what they were told last. */
const TOLD_MS_MAX = 5_000;
/** What does not end within this when the session stops is left, and the log says so. */
const STOP_MS_MAX = 3_000;

/** The states in which there is something to abort. */
const TURN_RUNS: ReadonlySet<string> = new Set(
  chartOf()
    .states.filter(({ transitions }) => transitions.some(({ event }) => event === 'abort.requested'))
    .map(({ name }) => name),
);

/** What costs money or changes the world is on the disk before it begins; so are the borders of sessions and turns. */
const BARRIERS: ReadonlySet<Effect['type']> = new Set([
  ...(['model.ask', 'summary.ask', 'tool.run', 'undo.run', 'shell.run', 'turn.end'] as const),
]);

const BORDERS: ReadonlySet<Fact['type']> = new Set(['session.started', 'session.resumed', 'session.ended']);

function mustBeDurable(event: Fact['type'], emitted: readonly Emitted[]): boolean {
  if (BORDERS.has(event)) return true;
  return emitted.some((one) => isEffect(one) && BARRIERS.has(one.type));
}
