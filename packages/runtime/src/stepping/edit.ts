/** A fact that is changed by hand: as a whole in JSON, or one field. What the machine could not take is refused, with why. */
import { type AgentEvent, type Fact, type Snapshot, step } from '@tagma/core';
import { nearestNames } from '@tagma/protocol';
import { messageOf } from '../log.ts';
import { changeProblem } from './due.ts';
import { EVENTS } from './names.ts';
import { partAt, withPartAt } from './parts.ts';
import { shapeProblem } from './shapes.ts';

type Refused = { readonly ok: false; readonly message: string };
export type Edited = { readonly ok: true; readonly fact: Fact } | Refused;

/** The event without what the gate has added to it. */
export function factOf({ at: _at, changed: _changed, ...fact }: AgentEvent): Fact {
  return fact as Fact;
}

/**
 * @param event as it came
 * @param now what it has been changed to so far
 * @param text a JSON object for the whole fact, or a field and its value: `outcome.content all is well`
 */
export function edited(event: AgentEvent, now: Fact, text: string, snapshot: Snapshot): Edited {
  const read = text.startsWith('{') ? readWhole(now, text) : readField(now, text);
  if (!read.ok) return read;
  const { value } = read;
  const problem =
    problemOf(now, value) ??
    shapeProblem(value) ??
    changeProblem(event, value, snapshot) ??
    problemOfStep(snapshot, { ...value, at: event.at });
  return problem === null ? { ok: true, fact: value } : cannot(problem);
}

type Read = { readonly ok: true; readonly value: Fact } | Refused;

function readWhole(fact: Fact, text: string): Read {
  const parsed = parse(text);
  if (!parsed.ok) return cannot(parsed.message);
  return { ok: true, value: { type: fact.type, ...(parsed.value as object) } as Fact };
}

function readField(fact: Fact, text: string): Read {
  const [, path = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const now = partAt(fact, path);
  if (!now.ok) return now;
  if (typeof now.value === 'string' && !rest.startsWith('"'))
    return { ok: true, value: withPartAt(fact, path, rest) as Fact };
  const parsed = parse(rest);
  if (parsed.ok) return { ok: true, value: withPartAt(fact, path, parsed.value) as Fact };
  return cannot(`${path} is ${kindOf(now.value)}: its value is given in JSON. ${parsed.message}`);
}

/** What of the old one is missing in the new one, or of another kind. Null may become anything: it stands for "none". */
function problemOf(before: Fact, after: Fact): string | null {
  if (before.type === after.type) return misfit(before, after, '');
  if (EVENTS.includes(after.type)) return null;
  const [near] = nearestNames(String(after.type), EVENTS, 1);
  return `there is no event ${JSON.stringify(after.type)}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

function misfit(before: unknown, after: unknown, path: string): string | null {
  if (before === null || after === null) return null;
  const [was, is] = [kindOf(before), kindOf(after)];
  if (was !== is) return `${path === '' ? 'an event' : path} must be ${was}, and is ${is}.`;
  if (was !== 'an object') return null;
  for (const [key, member] of Object.entries(before as object)) {
    const at = path === '' ? key : `${path}.${key}`;
    const now = (after as { readonly [name: string]: unknown })[key];
    if (now === undefined) return `${at} is missing.`;
    const problem = misfit(member, now, at);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfStep(snapshot: Snapshot, event: AgentEvent): string | null {
  try {
    step(snapshot, event);
    return null;
  } catch (error) {
    return `the machine cannot take it: ${messageOf(error)}`;
  }
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | Refused {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const type = typeof value;
  return type === 'object'
    ? 'an object'
    : type === 'boolean'
      ? 'true or false'
      : type === 'string'
        ? 'a text'
        : `a ${type}`;
}

function cannot(message: string): Refused {
  return { ok: false, message: `edit: ${message}` };
}
