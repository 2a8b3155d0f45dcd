/**
 * The machine alone, for a test that says everything itself: nothing is performed, each event is sent by hand, and what
 * the machine asks for is looked at.
 */
import { MACHINE_TOOLS, type Snapshot, start, step } from '@tagma/core';
import { builtinSpecs } from '@tagma/tools';
import { type StartedChoices, sessionStarted } from '../session-started.ts';
import { type Course, recordCourse } from './course.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { TestMistake } from './mistake.ts';
import { type OpenEffect, openEffects } from './open-effects.ts';
import { stepLine } from './readable.ts';
import { reached, type Target, whereItStands } from './target.ts';
import { type Told, wholeFact } from './told.ts';

/** The machine alone: the test says what came of each effect. */
export type TestMachine = Course & {
  /** Tells it of a fact. Gives the step in one line: `prompt.given → thinking: model.ask 1`. */
  readonly send: (fact: Told) => string;
  /** Throws, with what it waits for, unless it is there. */
  readonly until: (target: Target) => Promise<void>;
  /** What it has asked for and not been answered, whole. */
  readonly open: () => readonly OpenEffect[];
  /** The time of the next event. */
  readonly clock: FakeClock;
};

/** How a machine of a test begins. */
export type TestMachineChoices = StartedChoices & {
  /** Goes on from here instead of a new session. */
  readonly from?: Snapshot;
};

/** A machine that has been told of a session's start, with the built-in tools. */
export function testMachine({ from, ...choices }: TestMachineChoices = {}): TestMachine {
  const clock = fakeClock();
  const open = openEffects();
  const { course, take } = recordCourse(from ?? start());

  const send = (told: Told): string => {
    const event = { ...wholeFact(told, open), at: clock.now() };
    const { emitted, snapshot } = step(course.snapshot(), event);
    open.take(event, emitted);
    return stepLine(take(event, emitted, snapshot));
  };

  if (!from) send(sessionStarted({ tools: [...builtinSpecs(), ...MACHINE_TOOLS], ...choices }));
  return {
    ...course,
    send,
    open: open.all,
    clock,
    async until(target) {
      if (reached(target, course, open)()) return;
      throw new TestMistake(
        whereItStands(target, course, open, 'and a test machine moves only when it is sent something'),
      );
    },
  };
}
