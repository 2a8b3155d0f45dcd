/**
 * The machine under observation: one step, with the transitions of the chart that it took. XState tells them to whoever
 * inspects an actor; a step itself is made as `step` makes it, without one.
 */
import { type AnyActorScope, type AnyTransitionDefinition, createActor, initialTransition } from 'xstate';
import { type AgentEvent, type Emitted, machine, type Snapshot } from '../../src/index.ts';

export type Machine = typeof machine;

export type WatchedStep = {
  readonly snapshot: Snapshot;
  readonly emitted: readonly Emitted[];
  /** By the names of `transitionName`, in order. */
  readonly taken: readonly string[];
};

export type Watched = {
  readonly start: Snapshot;
  readonly step: (snapshot: Snapshot, event: AgentEvent) => WatchedStep;
};

/** @param watched the machine, or one that was changed on purpose (`machine.provide`) */
export function watch(watched: Machine = machine): Watched {
  let taken: string[] = [];
  let emitted: Emitted[] = [];
  const probe = createActor(watched, {
    inspect: (inspected) => {
      if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions.map(nameOfTaken));
    },
  });
  const scope = {
    self: probe,
    system: probe.system,
    id: probe.id,
    sessionId: probe.sessionId,
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    actionExecutor: (action: { readonly params?: unknown }) => {
      const { event } = (action.params ?? {}) as { readonly event?: Emitted };
      if (event) emitted.push(event);
    },
  } as unknown as AnyActorScope;

  return {
    start: initialTransition(watched)[0],
    step: (before, event) => {
      taken = [];
      emitted = [];
      const snapshot = watched.transition(before, event, scope as never) as Snapshot;
      return { snapshot, emitted, taken };
    },
  };
}

/** What names a transition of the chart: where it starts, what it answers, what must hold, where it leads. */
export function transitionName(
  source: string | null,
  event: string | null,
  guard: string | null,
  target: string | null,
): string {
  const parts = [source ?? 'anywhere', event ?? 'at once', guard && `[${guard}]`, target && `→ ${target}`];
  return parts.filter(Boolean).join(' ');
}

function nameOfTaken({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const from = source.parent ? source.key : null;
  return transitionName(from, eventType || null, guard ? String(guard) : null, target?.[0]?.key ?? null);
}
