/** Records of older programs, with what they hold today: so that whoever looks at them knows one form alone. */
import { BEHAVIOUR, type Rule, upgraded } from '@tagma/core';
import type { JsonObject } from '@tagma/protocol';
import type { ReadRecord } from '../read/reader.ts';
import { eventOf } from '../replay/records.ts';

const STARTS: ReadonlySet<string> = new Set(['session.started', 'session.resumed']);
/** Where the window and the address stood before behaviour 3. */
const MOVED: ReadonlySet<string> = new Set(['endpoint', 'windowTokens']);

/** A session could not be taken up before. */
const FIRST_THAT_RESUMES = 5;

/** Told of all records of a file in order, it gives each as a program of today would have written it. */
export class Modernizer {
  /** Of the program that has written what comes now. */
  behaviour: number = BEHAVIOUR;
  /** Why the record that was taken last cannot be of the behaviour that it names; null where it can. */
  problem: string | null = null;
  #least = 1;

  take(record: ReadRecord): ReadRecord {
    const { behaviour } = record.fields;
    const isStart = record.kind === 'event' && STARTS.has(record.type) && typeof behaviour === 'number';
    this.problem = isStart ? this.#problemOf(record.type, behaviour) : null;
    // One that cannot be frees nobody from what must be so today.
    if (isStart && this.problem !== null) this.behaviour = BEHAVIOUR;
    else if (isStart) [this.behaviour, this.#least] = [behaviour, behaviour];
    return this.behaviour < BEHAVIOUR ? { ...record, fields: fieldsToday(record) } : record;
  }

  #problemOf(type: string, behaviour: number): string | null {
    const least = Math.max(this.#least, type === 'session.resumed' ? FIRST_THAT_RESUMES : 1);
    if (Number.isInteger(behaviour) && behaviour >= least) return null;
    return `${type} names the behaviour ${behaviour}: here it is a whole number from ${least} on.`;
  }
}

function fieldsToday(record: ReadRecord): JsonObject {
  const { type, fields } = record;
  switch (type) {
    case 'session.started':
    case 'session.resumed':
      return startToday(record);
    case 'model.ask':
    case 'summary.ask':
      return { endpoint: '', model: '', ...fields };
    case 'person.ask':
      return { ...fields, always: fields.always ? withSource(fields.always as unknown as Rule) : null };
    case 'rule.added':
      return { ...fields, rule: withSource(fields.rule as unknown as Rule) };
    case 'conversation.compacted':
      return { summary: null, repairs: [], problem: null, ...fields };
    default:
      return fields;
  }
}

/** Anything that is no such event is left as it is: somebody else says so. */
function startToday(record: ReadRecord): JsonObject {
  try {
    const { type: _type, at: _at, ...fields } = upgraded(eventOf(record)) as unknown as JsonObject;
    const settings = known((fields.settings ?? {}) as JsonObject);
    return { ...known(fields), settings };
  } catch {
    return record.fields;
  }
}

function known(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !MOVED.has(name)));
}

function withSource(rule: Rule): JsonObject {
  return { ...rule, from: rule.from ?? 'answer' };
}
