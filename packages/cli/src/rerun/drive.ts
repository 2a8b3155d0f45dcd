/** A session in which the person says again what he said in a recorded one. */
import {
  type AgentEvent,
  type Emitted,
  type Fact,
  type SessionResumed,
  type SessionStarted,
  stateOf,
  type Update,
} from '@tagma/core';
import { createSession, type SessionDeps } from '@tagma/runtime';
import type { Endings } from '../endings.ts';
import { AT_REST, type Line, type Script } from './script.ts';

export type Driven =
  | { readonly ok: true }
  /** It could not go on: why, for the person. */
  | { readonly ok: false; readonly message: string };

export type Driving = {
  readonly started: SessionStarted | SessionResumed;
  readonly deps: SessionDeps;
  readonly script: Script;
  /** The answers to what a step asks the person. */
  readonly answers: (event: AgentEvent, emitted: readonly Emitted[]) => readonly Fact[];
  readonly watch: (update: Update) => void;
  readonly endings: Endings;
  /** Resolves with the reason when the recording does not say how it goes on. */
  readonly lost: Promise<string>;
};

/** Resolves when all has been said and nothing runs any more. Never rejects. */
export async function drive({ started, deps, script, answers, watch, endings, lost }: Driving): Promise<Driven> {
  const session = createSession(deps);
  const lines = [...script.lines];
  /** What has been said and the machine has not been told. */
  const underway: Fact['type'][] = [];
  let [replies, ended, isOver] = [0, 0, false];
  const say = (fact: Fact) => {
    underway.push(fact.type);
    session.send(fact);
  };
  const said = new Promise<Driven>((resolve) => {
    session.subscribe((update) => {
      watch(update);
      if (update.kind !== 'step') return;
      const { event, emitted, snapshot } = update;
      if (event.type === underway[0]) underway.shift();
      if (event.type === 'reply.ended' || event.type === 'reply.failed') replies += 1;
      if (event.type === 'tool.ended') ended += 1;
      if (isOver) return;
      for (const fact of answers(event, emitted)) session.send(fact);
      if (AT_REST.has(stateOf(snapshot))) {
        if (underway.length > 0) return;
        const next = lines.shift();
        if (next === undefined) resolve({ ok: true });
        else say(next.fact);
        return;
      }
      for (let next = lines[0]; next !== undefined && isDue(next); next = lines[0]) {
        lines.shift();
        say(next.fact);
      }
    });
    const isDue = (line: Line) => !line.atRest && replies >= line.replies && ended >= line.ended;
    session.broken.then((message) => resolve({ ok: false, message }));
    lost.then((message) => resolve({ ok: false, message }));
  });
  const stopListening = endings.onEnd(() => void session.stop());
  const signalled = new Promise<Driven>((resolve) => endings.onEnd(() => resolve({ ok: true })));
  session.send(started);
  const driven = await Promise.race([said, signalled]);
  isOver = true;
  stopListening();
  await session.stop();
  session.send({ type: 'session.ended', reason: endings.exitCode() === null ? 'done' : 'signal' });
  await session.stop();
  return driven;
}
