/** What a session has gone through so far, to be looked at: the words that sessions, machines and recordings share. */
import {
  type AgentEvent,
  type Emitted,
  isEffect,
  isNote,
  type Message,
  messagesOf,
  type Snapshot,
  type StateName,
  stateOf,
  type TurnResult,
} from '@tagma/core';
import { lineOf, stepLine, stepText, type TakenStep } from './readable.ts';

/** What a session has done so far, as a test compares it. */
export type Course = {
  /** The state that it is in now. */
  readonly state: () => StateName;
  /** The states in which it has rested or waited, in order; one that it stayed in stands once. */
  readonly states: () => readonly StateName[];
  /** One line each: `reply.ended 1`, `tool.run 3 bash`, `call.judged 1 allow`. */
  readonly events: () => readonly string[];
  /** The same of what the machine has asked for. */
  readonly effects: () => readonly string[];
  /** The same of what it has noted. */
  readonly notes: () => readonly string[];
  /** One line a step: `prompt.given → thinking: model.ask 1`. */
  readonly course: () => readonly string[];
  /** The same as values, whole. */
  readonly steps: () => readonly TakenStep[];
  /** What the model was sent with the last request; none before the first. */
  readonly messages: () => readonly Message[];
  /** How the last prompt ended; null while one is being answered. */
  readonly result: () => TurnResult | null;
  /** Where the machine stands now. */
  readonly snapshot: () => Snapshot;
  /** The whole course with its texts, for a snapshot in a file. */
  readonly toString: () => string;
};

/** A course, and the way to go on with it. */
export type Recorder = {
  readonly course: Course;
  readonly take: (event: AgentEvent, emitted: readonly Emitted[], snapshot: Snapshot) => TakenStep;
};

export function recordCourse(first: Snapshot): Recorder {
  const steps: TakenStep[] = [];
  let snapshot = first;
  let sent: readonly Message[] = [];
  const emitted = () => steps.flatMap((step) => step.emitted);
  return {
    take(event, emitted, next) {
      snapshot = next;
      if (emitted.some(({ type }) => type === 'model.ask')) sent = messagesOf(snapshot.context);
      const step = { event, state: stateOf(snapshot), emitted };
      steps.push(step);
      return step;
    },
    course: {
      state: () => stateOf(snapshot),
      states: () => steps.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]),
      events: () => steps.map(({ event }) => lineOf(event)),
      effects: () => emitted().filter(isEffect).map(lineOf),
      notes: () => emitted().filter(isNote).map(lineOf),
      course: () => steps.map(stepLine),
      steps: () => [...steps],
      messages: () => sent,
      result: () => snapshot.context.result,
      snapshot: () => snapshot,
      toString: () => `${steps.map(stepText).join('\n')}\n`,
    },
  };
}
