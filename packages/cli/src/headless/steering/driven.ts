/** A session that another program drives: commands in, events out, turn after turn. */
import { type Fact, isAtRest, isTurnCutOff, leavesTurn, stateOf } from '@tagma/core';
import { createSession } from '@tagma/runtime';
import type { StreamCommand, StreamEvent } from '@tagma/stream';
import { keepAnswers } from '../../permissions/keep-answers.ts';
import type { Prepared } from '../../prepare.ts';
import { createTeller } from '../events/teller.ts';
import { jsonLine } from '../json-line.ts';
import type { Out } from '../out.ts';
import { createQuestions } from './questions.ts';

export type Driven = {
  /** Carries a command out, or begins to. Gives why it cannot be, or null. */
  readonly carryOut: (command: StreamCommand) => Promise<string | null>;
  /** Whether a turn runs, or has come to no answer and can be gone on with. */
  readonly hasTurn: () => boolean;
  /** From now on nobody can be asked: what is open is answered with no, and so is what comes; a pause ends. */
  readonly answerNoMore: () => void;
  /** Resolves when nothing runs, and all that was said has been taken up; or when the session is broken. */
  readonly rests: () => Promise<void>;
  /** Resolves with the message when nothing more can be recorded. */
  readonly broken: Promise<string>;
  /** The exit code of the last result; null before the first. */
  readonly exitCode: () => number | null;
  /** Ends what runs, and says so in the history. */
  readonly end: (reason: 'done' | 'quit' | 'signal') => Promise<void>;
};

export type DrivenOptions = {
  readonly out: Out;
  /** Where events go. */
  readonly tell: (event: StreamEvent) => void;
  readonly deltas: boolean;
  readonly endCode: () => number | null;
};

/** The session begins at once. */
export function drive(prepared: Prepared, { out, tell, deltas, endCode }: DrivenOptions): Driven {
  const { started, from, deps, file, keptRules, choose } = prepared;
  const teller = createTeller({ history: file, deltas, endCode });
  const questions = createQuestions();
  const session = createSession({ ...deps, gate: out.gate }, from?.snapshot);
  let canAsk = true;
  let isBroken = false;
  /** What was said, and the machine has not been told of yet. */
  const said: Fact['type'][] = [];
  let waiting: (() => void)[] = [];

  /** Somebody wants it to pause, and has not said that it goes on. */
  let isPausing = false;
  /** It has been told to, and is paused still. */
  let goesOn = false;

  const isStill = () => said.length === 0 && isAtRest(stateOf(session.snapshot()));
  const waits = (number: number) => session.snapshot().context.queue.some(({ message }) => message === number);
  const rests = () => isBroken || isStill();
  const wake = () => {
    if (!rests()) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const tellAll = (events: readonly StreamEvent[]) => {
    for (const event of events) {
      questions.take(event);
      tell(event);
    }
    if (!canAsk && events.some(({ type }) => type === 'asked')) answerAll();
  };
  const send = (fact: Fact): null => {
    if (SAID.has(fact.type)) said.push(fact.type);
    session.send(fact);
    return null;
  };

  /** Who could end a pause has gone. */
  const goOnWithoutAnybody = () => {
    const mustGoOn = !canAsk && stateOf(session.snapshot()) === 'paused';
    if (mustGoOn && !goesOn) send({ type: 'resume.requested' });
    goesOn = mustGoOn;
  };
  const answerAll = () => {
    for (const fact of questions.unanswered()) send(fact);
  };

  session.subscribe((update) => {
    if (update.kind !== 'step') {
      if (!out.isFull()) tellAll(teller.take(update));
      return;
    }
    const told = said.indexOf(update.event.type);
    if (told >= 0) said.splice(told, 1);
    if (keptRules) void keepAnswers(update, keptRules, deps.log);
    tellAll(teller.take(update));
    goOnWithoutAnybody();
    // A turn that waited for this one begins in the same step.
    wake();
  });
  const broken = session.broken.then((message) => {
    isBroken = true;
    tellAll([{ type: 'error', message }, teller.broken(message)]);
    wake();
    return message;
  });
  session.send(started);
  for (const fact of from?.first ?? []) send(fact);

  const hasTurn = () => {
    const { context } = session.snapshot();
    // What runs at rest, such as an undo, is none, and what is said of a turn meanwhile is not heard.
    return said.some(isPrompt) || isTurnCutOff(context) || (isStill() && leavesTurn(context));
  };

  return {
    broken,
    exitCode: teller.exitCode,
    hasTurn,
    async carryOut(command) {
      if (isBroken) return 'the session is broken: nothing more can be recorded';
      switch (command.type) {
        case 'prompt':
          return send({ type: 'prompt.given', text: command.text });
        case 'steer':
          return send({ type: 'steer.given', text: command.text });
        case 'abort':
          return send({ type: 'abort.requested', by: 'person' });
        case 'mode':
          return send({ type: 'mode.changed', mode: command.mode });
        case 'compact':
          return send({ type: 'compact.requested', focus: command.focus ?? '' });
        case 'pause':
          isPausing = true;
          return send({ type: 'pause.requested' });
        case 'resume':
          if (!isPausing && !hasTurn()) return 'there is no turn to go on with';
          isPausing = false;
          return send({ type: 'resume.requested' });
        case 'withdraw':
          if (!waits(command.number)) return `no message ${command.number} waits`;
          return send({ type: 'message.withdrawn', message: command.number });
        case 'undo':
          if (!isStill()) return 'changes are taken back while no turn runs: wait for its result, or abort it';
          return send({ type: 'undo.requested', steps: command.steps ?? 'turn' });
        case 'answer': {
          const answer = questions.answerOf(command);
          return typeof answer === 'string' ? answer : send(answer);
        }
        case 'model': {
          const chosen = await choose(command.model);
          return chosen.ok ? send({ type: 'model.changed', model: chosen.model }) : chosen.message;
        }
      }
    },
    answerNoMore() {
      canAsk = false;
      answerAll();
      goOnWithoutAnybody();
    },
    rests: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        wake();
      }),
    async end(reason) {
      await session.stop(reason === 'signal' ? 'signal' : 'person');
      session.send({ type: 'session.ended', reason });
      await session.stop();
    },
  };
}

/** What begins work, and may wait for files that it names to be read. */
const SAID: ReadonlySet<Fact['type']> = new Set([
  'prompt.given',
  'steer.given',
  'compact.requested',
  'resume.requested',
  'undo.requested',
]);

function isPrompt(type: Fact['type']): boolean {
  return type === 'prompt.given' || type === 'steer.given';
}

/** Writes events as lines. */
export function tellLines(out: Out): (event: StreamEvent) => void {
  return (event) => out.write(jsonLine(event));
}
