/**
 * What a step of the machine leaves in the history: the event, the state it led to, then each effect and note in the
 * order in which it was emitted. The one place that says so, for the live session and the replay alike.
 *
 * A call's parameters stand in the note `reply.read` that came before: the effects that name the call leave them out.
 * (Calls are numbered over the whole session, so call 7 is the seventh action of all `reply.read` notes.)
 */
import { type AgentEvent, type Emitted, isNote } from '@tagma/core';
import type { HistoryRecord, JsonObject } from '@tagma/protocol';

/** The records of one step, in the order in which they are appended. */
export function recordsOf(event: AgentEvent, emitted: readonly Emitted[], state: string): HistoryRecord[] {
  const { type, at, recorded: _recorded, ...fields } = event;
  const records: HistoryRecord[] = [
    { kind: 'event', type, at, fields: fields as JsonObject },
    { kind: 'state', type: state, at, fields: {} },
  ];
  for (const each of emitted) {
    const { type: name, ...said } = withoutParams(each);
    records.push({ kind: isNote(each) ? 'note' : 'effect', type: name, at, fields: said as JsonObject });
  }
  return records;
}

/**
 * The event that a record of kind `event` holds. What it holds is not checked against the type: the record is in its
 * place in the chain, so a program of the same behaviour wrote it.
 */
export function eventOf(record: HistoryRecord): AgentEvent {
  return { ...record.fields, type: record.type, at: record.at } as unknown as AgentEvent;
}

/** The behaviour number of the program that runs the session from this event on; null where it says nothing of that. */
export function behaviourFrom({ type, fields }: Pick<HistoryRecord, 'type' | 'fields'>): number | null {
  const { behaviour } = fields;
  return (type === 'session.started' || type === 'session.resumed') && typeof behaviour === 'number' ? behaviour : null;
}

function withoutParams(emitted: Emitted): { readonly type: string } {
  switch (emitted.type) {
    case 'tool.run':
    case 'facts.take':
    case 'person.ask':
    case 'question.ask':
    case 'plan.review': {
      const { params: _params, asWritten: _asWritten, ...rest } = emitted;
      return rest;
    }
    case 'hook.run': {
      const { params: _params, asWritten: _asWritten, ...rest } = { params: null, asWritten: null, ...emitted };
      return rest;
    }
    default:
      return emitted;
  }
}
