/**
 * A history as a list of events that can be gone along both ways. The events are kept, and a snapshot of the machine every
 * so many of them: any place is reached from the one before it, so going back costs no more than a few steps.
 */
import { type AgentEvent, type Snapshot, start, stateOf, step } from '@tagma/core';
import { type ReadHistory, recordedSteps, recordsOf } from '@tagma/history';
import { differencesOf } from './differences.ts';
import type { Scene } from './scene.ts';

const SNAPSHOT_EVERY_EVENTS = 32;

export type Tape = {
  readonly events: readonly AgentEvent[];
  /** Throws where the machine fails on one of the events up to `number`: this is then not a session of this machine. */
  readonly sceneAt: (number: number) => Scene;
  /** After so many events. Throws as `sceneAt` does. */
  readonly snapshotAfter: (number: number) => Snapshot;
  /** Where the record of an event differs from what the machine makes of it. */
  readonly differencesAt: (scene: Scene) => readonly string[];
};

export function tapeOf({ records, torn, fault }: ReadHistory): Tape {
  const steps = recordedSteps(records);
  const events = steps.map(({ told }) => told);
  const kept = new Map<number, Snapshot>([[0, start()]]);
  let latest: { readonly after: number; readonly snapshot: Snapshot } = { after: 0, snapshot: start() };

  const snapshotAfter = (number: number): Snapshot => {
    const from = Math.floor(number / SNAPSHOT_EVERY_EVENTS) * SNAPSHOT_EVERY_EVENTS;
    const begin = latest.after <= number && latest.after >= from ? latest : nearestKept(from);
    let { after, snapshot } = begin;
    for (; after < number; after++) {
      const event = events[after];
      if (!event) break;
      snapshot = step(snapshot, event).snapshot;
      if ((after + 1) % SNAPSHOT_EVERY_EVENTS === 0) kept.set(after + 1, snapshot);
    }
    latest = { after: number, snapshot };
    return snapshot;
  };

  const nearestKept = (from: number) => {
    let after = from;
    while (!kept.has(after)) after -= SNAPSHOT_EVERY_EVENTS;
    return { after, snapshot: kept.get(after) ?? start() };
  };

  return {
    events,
    snapshotAfter,
    sceneAt(number) {
      const event = events[number - 1];
      if (!event) throw new RangeError(`there is no event ${number}`);
      const before = snapshotAfter(number - 1);
      const { snapshot: after, emitted } = step(before, event);
      latest = { after: number, snapshot: after };
      if (number % SNAPSHOT_EVERY_EVENTS === 0) kept.set(number, after);
      return { number, event, before, after, emitted, isHeld: false };
    },
    differencesAt({ number, after, emitted }) {
      const recorded = steps[number - 1];
      if (!recorded) return [];
      const isCut = number === events.length && (torn !== null || fault !== null);
      return differencesOf(recorded.records, recordsOf(recorded.event, emitted, stateOf(after)), isCut);
    },
  };
}
