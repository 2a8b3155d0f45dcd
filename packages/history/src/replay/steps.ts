/** The records of a session as the steps that they tell of, for whoever drives the machine by himself. */
import { type AgentEvent, BEHAVIOUR } from '@tagma/core';
import type { ReadRecord } from '../read/reader.ts';
import { toldAs } from './older.ts';
import { behaviourFrom, eventOf } from './records.ts';

/** An event, and the records that follow from it. */
export type RecordedStep = {
  /** As it was told then. */
  readonly event: AgentEvent;
  /** As today's machine is told it: where an older program ran the session, with what that understood and decided. */
  readonly told: AgentEvent;
  /** The event's record, and those that follow from it. */
  readonly records: readonly ReadRecord[];
};

/** What stands before the first event belongs to no step. */
export function recordedSteps(records: readonly ReadRecord[]): readonly RecordedStep[] {
  const groups: ReadRecord[][] = [];
  for (const record of records) {
    if (record.kind === 'event') groups.push([record]);
    else groups.at(-1)?.push(record);
  }
  let behaviour = BEHAVIOUR;
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    behaviour = behaviourFrom(first) ?? behaviour;
    const event = eventOf(first);
    return [{ event, told: behaviour < BEHAVIOUR ? toldAs(event, group.slice(1)) : event, records: group }];
  });
}
