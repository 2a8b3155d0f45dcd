/**
 * A recorded session as a regression test: it replays to the same bytes, its course can be compared, and it can be run
 * again with one thing changed.
 */
import { fileURLToPath } from 'node:url';
import { type AgentEvent, BEHAVIOUR, type Emitted, type SessionStarted, start, step } from '@tagma/core';
import { readHistory, recordedSteps, type replayHistory, replaySteps } from '@tagma/history';
import { type Course, recordCourse } from '../session/course.ts';
import type { FakeFacts } from '../session/fake-facts.ts';
import type { FakeTool } from '../session/fake-tools.ts';
import { isIgnored } from '../session/open-effects.ts';
import type { Person } from '../session/person.ts';
import type { TakenStep } from '../session/readable.ts';
import type { Replier } from '../session/scripted-model.ts';
import { type Directed, directedSession, type TestSession } from '../session/test-session.ts';
import type { StartedChoices } from '../session-started.ts';
import { HistoryMismatch } from './mismatch.ts';
import {
  recordedFacts,
  recordedModel,
  recordedPerson,
  recordedPlan,
  recordedTools,
  recordingOf,
} from './recorded-doors.ts';

/** What is other than it was recorded. */
export type Changes = {
  readonly settings?: StartedChoices['settings'];
  /** Other fields of the first event. */
  readonly started?: StartedChoices;
  /** By the number of the request, from 1. */
  readonly replies?: { readonly [request: number]: Replier };
  /** What these tools do now, every call of them. */
  readonly tools?: { readonly [name: string]: FakeTool };
  readonly facts?: FakeFacts;
  /** Instead of the recorded answers. */
  readonly person?: Person;
};

/** A recorded session as a test has it. */
export type Recorded = Course & {
  readonly file: string;
  /** The first event. */
  readonly started: SessionStarted;
  /**
   * Makes every record again and compares it with the file. Gives how many there are. Throws a `HistoryMismatch` with the
   * record, what was recorded and what comes of it today, at the first difference.
   */
  readonly replay: () => Promise<Replayed>;
  /** A new session in the recorded world: the test says what the person says, everything else answers as it did. */
  readonly session: (changes?: Changes) => TestSession;
  /** The same, and the person says what he said, in the same order. */
  readonly again: (changes?: Changes) => Promise<TestSession>;
};

/** How many records were made again, by kind. */
export type Replayed = {
  readonly events: number;
  readonly states: number;
  readonly effects: number;
  readonly notes: number;
};

/**
 * Reads a history. Its `course`, `effects` and so on are what its events lead to today.
 * @throws Error where there is no such file, it is no history, or it is not as it was written
 */
export async function fromHistory(file: string | URL): Promise<Recorded> {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const events = await eventsIn(path);
  const [started] = events;
  if (started?.type !== 'session.started') throw new Error(`${path}: it does not begin with the start of a session.`);
  const course = drive(events);
  const world = (changes: Changes = {}) => worldOf(started, course.steps(), changes);
  return {
    ...course,
    file: path,
    started,
    replay: () => replay(path),
    session: (changes) => world(changes).session,
    again: (changes) => runAgain(course, world(changes)),
  };
}

async function eventsIn(path: string): Promise<readonly AgentEvent[]> {
  const read = await readHistory(path);
  if (!read.ok) throw new Error(read.error.message);
  if (read.fault) throw new Error(`${path}: record ${read.fault.record} is damaged: ${read.fault.message}.`);
  return recordedSteps(read.records).map(({ told }) => told);
}

function drive(events: readonly AgentEvent[]): Course {
  const { course, take } = recordCourse(start());
  for (const event of events) {
    const { emitted, snapshot } = step(course.snapshot(), event);
    take(event, emitted, snapshot);
  }
  return course;
}

async function replay(path: string): Promise<Replayed> {
  const replaying = replaySteps(path);
  for (;;) {
    const next = await replaying.next();
    if (next.done) return counted(path, next.value);
    const [difference] = next.value.differences;
    if (difference) throw new HistoryMismatch(path, difference);
  }
}

function counted(path: string, replayed: Awaited<ReturnType<typeof replayHistory>>): Replayed {
  if ('error' in replayed) throw new Error(replayed.error.message);
  if (!replayed.ok) throw new HistoryMismatch(path, replayed);
  const { events, states, effects, notes } = replayed;
  return { events, states, effects, notes };
}

function worldOf(recorded: SessionStarted, steps: readonly TakenStep[], changes: Changes): Directed {
  const recording = recordingOf(steps);
  const { type: _type, ...fields } = recorded;
  const tools = changes.started?.tools ?? recorded.tools;
  return directedSession({
    started: {
      ...fields,
      behaviour: BEHAVIOUR,
      ...changes.started,
      settings: { ...recorded.settings, ...changes.started?.settings, ...changes.settings },
    },
    model: recordedModel(recording, changes.replies),
    tools: recordedTools(recording, changes.tools, tools),
    facts: recordedFacts(recording, changes.facts),
    plan: recordedPlan(recording),
    person: changes.person ?? recordedPerson(recording),
  });
}

/** Goes through the recorded events: what the person said is said again, what answered something is let happen. */
async function runAgain(recorded: Course, { session, finish }: Directed): Promise<TestSession> {
  const lines = recorded.course();
  const isOtherCourse = () => session.course().some((line, index) => line !== lines[index]);
  for (const { event, emitted } of recorded.steps().slice(1)) {
    const { at: _at, changed: _changed, recorded: _recorded, ...fact } = event;
    const isOpen = 'request' in fact && session.open().some(({ id }) => id === fact.request);
    const other = isOtherCourse();
    if ('request' in fact && (other || (isOpen && !cameTooEarly(event, emitted)))) {
      await finish(fact.request);
    } else {
      // On another course more may have to happen before the person says the next thing than did then.
      if (other) await session.settled();
      session.send(fact);
    }
  }
  if (isOtherCourse()) await session.settled();
  return session;
}

/** The answer to a plan that had not been read: it was told and changed nothing, and the question stayed. */
function cameTooEarly({ type }: AgentEvent, emitted: readonly Emitted[]): boolean {
  return type === 'plan.answered' && isIgnored(emitted);
}
