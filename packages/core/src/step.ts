/**
 * The machine as two pure functions: where a session starts, and one step of it. Whoever drives it (the runtime, a
 * replay, a test) owns the loop.
 */
import { initialTransition, type SnapshotFrom } from 'xstate';
import type { Effect, Emitted, Note } from './effects.ts';
import type { AgentEvent } from './events.ts';
import { machine } from './machine.ts';
import { transition } from './transition.ts';

/** Where the machine stands: its state and its context. Plain data, and never changed in place. */
export type Snapshot = SnapshotFrom<typeof machine>;
/** The name of a state of the machine. */
export type StateName = Snapshot['value'];

/** What came of one event. */
export type Step = {
  readonly snapshot: Snapshot;
  /** In the order in which the machine emitted them. */
  readonly emitted: readonly Emitted[];
};

/** The snapshot of a session that has not been told anything yet. */
export function start(): Snapshot {
  return initialTransition(machine)[0];
}

/**
 * Tells the machine of one event. An event that its state does not take changes nothing, and is noted (`event.ignored`).
 * @throws only on a mistake in the machine itself.
 */
export function step(snapshot: Snapshot, event: AgentEvent): Step {
  const [next, actions] = transition(snapshot, event);
  return { snapshot: next, emitted: emittedIn(actions) };
}

/** What was emitted, of the actions that `transition` and its like list. */
export function emittedIn(actions: readonly object[]): readonly Emitted[] {
  return (actions as readonly Listed[]).flatMap((action) => action.params?.event ?? []);
}

/** The name of the state that the machine is in. */
export function stateOf(snapshot: Snapshot): StateName {
  return snapshot.value;
}

const AT_REST: ReadonlySet<string> = new Set<StateName>(['unstarted', 'idle', 'finished', 'failed', 'closed']);

/** Whether in that state no turn runs and nothing is done beside one. */
export function isAtRest(state: string): boolean {
  return AT_REST.has(state);
}

/** Whether it has to be performed. */
export function isEffect(emitted: Emitted): emitted is Effect {
  return !isNote(emitted);
}

/** Each type, and which of the two it is: the compiler asks for all of them, and takes no other. */
export const EMITTED_TYPES: { readonly [type in Emitted['type']]: type extends Note['type'] ? 'note' : 'effect' } = {
  'model.ask': 'effect',
  'summary.ask': 'effect',
  'facts.take': 'effect',
  'person.ask': 'effect',
  'question.ask': 'effect',
  'plan.review': 'effect',
  'limit.ask': 'effect',
  'tool.run': 'effect',
  'undo.run': 'effect',
  'shell.run': 'effect',
  'timer.start': 'effect',
  'window.find': 'effect',
  'tokens.count': 'effect',
  'hook.run': 'effect',
  'hook.tell': 'effect',
  cancel: 'effect',
  'turn.end': 'effect',
  'reply.read': 'note',
  'call.judged': 'note',
  'call.answered': 'note',
  'rule.added': 'note',
  'mode.switched': 'note',
  'model.switched': 'note',
  'message.taken': 'note',
  'conversation.compacted': 'note',
  'event.ignored': 'note',
};

/** Whether it is told only, and nothing has to be done about it. */
export function isNote(emitted: Emitted): emitted is Note {
  return EMITTED_TYPES[emitted.type] === 'note';
}

/** An action as `transition` lists it: our charts have only `assign`, which is never listed, and `emit`. */
type Listed = { readonly type: string; readonly params?: { readonly event?: Emitted } };
