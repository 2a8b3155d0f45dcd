/**
 * XState's pure `transition`, without what it makes anew at each call: an actor that is never started, and with it the
 * machine's first snapshot (half of the time that a step takes). Our charts spawn nothing, start no timers and read no
 * `self`, so one such actor serves all steps.
 */
import { type AnyActorScope, createActor, type ExecutableActionsFrom, type SnapshotFrom } from 'xstate';
import type { AgentEvent } from './events.ts';
import { machine } from './machine.ts';

type Snapshot = SnapshotFrom<typeof machine>;
type Listed = ExecutableActionsFrom<typeof machine>;

let inert: Omit<AnyActorScope, 'actionExecutor'> | null = null;

/** The next snapshot, and the actions that it leads to, in order. */
export function transition(snapshot: Snapshot, event: AgentEvent): readonly [Snapshot, readonly Listed[]] {
  const listed: Listed[] = [];
  inert ??= inertScope();
  const scope = { ...inert, actionExecutor: (action: unknown) => listed.push(action as Listed) } as AnyActorScope;
  return [machine.transition(snapshot, event, scope), listed];
}

/** A scope in which nothing is ever performed. */
function inertScope(): Omit<AnyActorScope, 'actionExecutor'> {
  const self = createActor(machine);
  const nothing = () => {};
  return {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: nothing,
    defer: nothing,
    stopChild: nothing,
    emit: nothing,
  };
}
