/**
 * The real session of the runtime, with fakes at its doors: the model is a script, the tools are functions, the clock is
 * moved by the test, nothing is read or written. What it asks for is done while the test waits (`until`, `settled`), one
 * thing at a time and always in the same order.
 */
import { MACHINE_TOOLS, type StateName } from '@tagma/core';
import type { HistoryRecord, PartialReply, ToolSpec } from '@tagma/protocol';
import { createSession } from '@tagma/runtime';
import { type StartedChoices, sessionStarted } from '../session-started.ts';
import { type Course, recordCourse } from './course.ts';
import { type DoorChoices, doorsOf } from './doors.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { TestMistake } from './mistake.ts';
import { type OpenEffect, openEffects } from './open-effects.ts';
import {
  answerOf,
  isQuestion,
  type Person,
  type PersonAnswer,
  personOf,
  type Question,
  questionsIn,
} from './person.ts';
import { createStage, RESTS } from './stage.ts';
import { reached, type Target, whereItStands } from './target.ts';
import { type Told, wholeFact } from './told.ts';

/** What a session of a test has at its doors. All may be left out. */
export type TestSessionChoices = DoorChoices & {
  /** Nobody answers where it is left out. */
  readonly person?: Person;
  readonly clock?: FakeClock;
  readonly settings?: StartedChoices['settings'];
  /** Other fields of the first event. */
  readonly started?: StartedChoices;
};

/** A whole session with fakes at its doors. */
export type TestSession = Course & {
  /** Reports a fact, as the person or the world would. */
  readonly send: (fact: Told) => void;
  /** Answers the question that is open for longest. */
  readonly answer: (answer: PersonAnswer) => void;
  /**
   * Lets things happen until the session is there. Rejects at once, with where it stands and what it waits for, when nothing
   * more happens by itself; and with whatever the test's own functions have thrown.
   */
  readonly until: (target: Target) => Promise<void>;
  /** Lets things happen until only the test can make it go on. Gives the state. */
  readonly settled: () => Promise<StateName>;
  /** What has been asked for and not been answered, whole. */
  readonly open: () => readonly OpenEffect[];
  /** The reply that streams, as far as it can be shown; null before the first. */
  readonly partial: () => PartialReply | null;
  /** What running tools have shown so far. */
  readonly output: () => string;
  /** What would stand in the history. */
  readonly records: () => readonly HistoryRecord[];
  readonly clock: FakeClock;
};

/** A session that has started and waits for a prompt. */
export function testSession(choices: TestSessionChoices = {}): TestSession {
  return directedSession(choices).session;
}

/** The same, for whoever says what happens next: this request is answered, or, where it is not open, one thing happens. */
export type Directed = { readonly session: TestSession; readonly finish: (request: number) => Promise<void> };

export function directedSession(choices: TestSessionChoices): Directed {
  const { clock = fakeClock(), person = [], started, settings } = choices;
  const open = openEffects();
  const stage = createStage(clock, open);
  const { deps, specs, records } = doorsOf(choices, stage, clock);
  const session = createSession(deps);
  const { course, take } = recordCourse(session.snapshot());
  const answerFrom = personOf(person);
  let partial: PartialReply | null = null;
  let output = '';

  /** The person answers when it is his turn, unless the question has gone away by then. */
  const ask = (question: Question) => {
    try {
      const answer = answerFrom(question);
      if (answer === null) return;
      stage.enter(question.id, async () => {
        if (open.has(question.id)) session.send(answer);
      });
    } catch (error) {
      stage.blame(error);
    }
  };

  session.subscribe((update) => {
    if (update.kind === 'partial') partial = update.partial;
    if (update.kind === 'output') output += update.text;
    if (update.kind !== 'step') return;
    const { event, emitted } = update;
    take(event, emitted, update.snapshot);
    open.take(event, emitted);
    stage.took(emitted);
    for (const question of questionsIn(event, emitted, open.all())) ask(question);
  });
  session.send(
    sessionStarted({ tools: withMachineTools(specs), ...started, settings: { ...started?.settings, ...settings } }),
  );

  const directed: TestSession = {
    ...course,
    send: (told) => session.send(wholeFact(told, open)),
    answer(answer) {
      const question = open.all().find(isQuestion);
      if (!question) throw new TestMistake(`Nobody has been asked anything: the session is in ${course.state()}.`);
      session.send(answerOf(question, answer));
    },
    async until(target) {
      const rest = await stage.play(reached(target, course, open));
      if (rest !== null) throw new TestMistake(whereItStands(target, course, open, RESTS[rest]));
    },
    async settled() {
      const rest = await stage.play(() => false);
      if (rest === 'silent' || rest === 'endless') {
        throw new TestMistake(whereItStands('its rest', course, open, RESTS[rest]));
      }
      return course.state();
    },
    open: open.all,
    partial: () => partial,
    output: () => output,
    records: () => [...records],
    clock,
  };
  return { session: directed, finish: stage.finish };
}

/** `ask` and `plan` are answered by the machine; a test may offer them in other words. */
function withMachineTools(specs: readonly ToolSpec[]): readonly ToolSpec[] {
  return [...specs, ...MACHINE_TOOLS.filter(({ name }) => specs.every((spec) => spec.name !== name))];
}
