/** A step as its records tell it, where the machine cannot tell it again: behind damage, of a newer program, of other words. */
import { type AgentEvent, type Emitted, isAtRest, type Snapshot, type StateName } from '@tagma/core';
import type { HistoryRecord } from '@tagma/protocol';
import { eventOf } from '../replay/records.ts';

export type RecordedOutcome = {
  /** Null where that record is lost. */
  readonly event: AgentEvent | null;
  /** Without the parameters of calls: they stand in the reply before. */
  readonly emitted: readonly Emitted[];
  readonly snapshot: Snapshot;
};

/**
 * @param before where the machine stood last: its state is the recorded one from now on, the rest stays as it was
 * @param records of one step, as far as they are there
 */
export function recordedOutcome(before: Snapshot, records: readonly HistoryRecord[]): RecordedOutcome {
  const event = records.find(({ kind }) => kind === 'event');
  const emitted = records
    .filter(({ kind }) => kind === 'effect' || kind === 'note')
    .map(({ type, fields }) => ({ ...fields, type }) as unknown as Emitted);
  const state = records.find(({ kind }) => kind === 'state')?.type ?? before.value;
  return { event: event === undefined ? null : eventOf(event), emitted, snapshot: standing(before, state) };
}

/** At rest no call waits; else it is not known which do, only that there may be some. */
function standing(before: Snapshot, state: string): Snapshot {
  const { context } = before;
  const calls = isAtRest(state) ? [] : context.turn.calls.length > 0 ? context.turn.calls : [{}];
  const turn = { ...context.turn, calls } as typeof context.turn;
  return { ...before, value: state as StateName, context: { ...context, turn } } as Snapshot;
}
