/**
 * A live session: the one gate through which every fact passes. It stamps the fact, takes secrets out, tells the machine,
 * makes what follows durable, and only then has the effects performed. So nothing happens that the history does not say.
 */
import {
  type Effect,
  type Emitted,
  type Fact,
  isEffect,
  type Snapshot,
  start,
  stateOf,
  step,
  type Update,
} from '@tagma/core';
import { recordsOf } from '@tagma/history';
import type { SessionDeps } from './deps.ts';
import { createMailbox } from './mailbox.ts';
import { createPerformers } from './performers.ts';
import { redact } from './redact.ts';

export type Session = {
  /** Reports a fact. Never throws; what the machine's state does not take is recorded and changes nothing. */
  readonly send: (fact: Fact) => void;
  /** Watches the session, from now on. Gives the way to stop. */
  readonly subscribe: (watcher: (update: Update) => void) => () => void;
  readonly snapshot: () => Snapshot;
  /** Resolves with the message when the history could not be written: from then on nothing is performed. */
  readonly broken: Promise<string>;
  /** Stops whatever runs, and waits until it has ended. */
  readonly stop: () => Promise<void>;
};

export function createSession(deps: SessionDeps): Session {
  const watchers = new Set<(update: Update) => void>();
  let snapshot = start();
  let halted = false;
  let breakWith: (message: string) => void = () => {};
  const broken = new Promise<string>((resolve) => {
    breakWith = resolve;
  });

  const tell = (update: Update) => {
    for (const watcher of watchers) {
      try {
        watcher(update);
      } catch (error) {
        deps.log.error({ error: error instanceof Error ? error.stack : String(error) }, 'a watcher failed');
      }
    }
  };

  const mailbox = createMailbox<Fact>((fact) => {
    if (halted) return;
    const event = { ...redact(fact, deps.secrets), at: deps.clock.now() };
    const next = step(snapshot, event);
    const records = recordsOf(event, next.emitted, stateOf(next.snapshot));
    const kept = deps.history?.append(records, { sync: mustBeDurable(event.type, next.emitted) }) ?? { ok: true };
    if (!kept.ok) {
      halted = true;
      deps.log.error({ message: kept.message }, 'the history could not be written');
      performers.cancelAll();
      breakWith(kept.message);
      return;
    }
    snapshot = next.snapshot;
    deps.log.info(
      { event: event.type, state: stateOf(snapshot), effects: next.emitted.map((one) => one.type) },
      'step',
    );
    tell({ kind: 'step', event, emitted: next.emitted, snapshot });
    for (const effect of next.emitted.filter(isEffect)) performers.perform(effect, snapshot.context);
  });

  const performers = createPerformers(deps, mailbox.send, tell);

  return {
    send: mailbox.send,
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    snapshot: () => snapshot,
    broken,
    async stop() {
      performers.cancelAll();
      await performers.settled();
    },
  };
}

/** What costs money or changes the world is on the disk before it begins; so are the borders of sessions and turns. */
const BARRIERS: ReadonlySet<Effect['type']> = new Set(['model.ask', 'tool.run', 'turn.end']);

function mustBeDurable(event: Fact['type'], emitted: readonly Emitted[]): boolean {
  if (event === 'session.started' || event === 'session.ended') return true;
  return emitted.some((one) => isEffect(one) && BARRIERS.has(one.type));
}
