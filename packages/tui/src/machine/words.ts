/** Events, effects and values in few words: on one line, bounded, and with every control character made visible. */
import { type AgentEvent, type Emitted, type Fact, isNote } from '@tagma/core';
import { named } from '../text/line.ts';

/** Code units of a text that stand on one line. */
const TEXT_MAX = 60;
/** Members of a value that are looked at. */
const MEMBERS_MAX = 8;

/** `tool.ended ok`, `prompt.given "fix it"`. */
export function eventWords(event: Fact): string {
  const about = aboutEvent(event);
  return about === '' ? event.type : `${event.type} ${about}`;
}

/** `model.ask 4`; what the machine only notes stands in parentheses. */
export function emittedWords(one: Emitted): string {
  if (isNote(one)) return `(${one.type})`;
  const id = 'id' in one ? ` ${one.id}` : '';
  if ('tool' in one) return `${one.type}${id} ${named(one.tool)}`;
  if (one.type === 'turn.end') return `${one.type} ${one.result.kind}`;
  if (one.type === 'cancel') return `${one.type} ${one.request}`;
  return `${one.type}${id}`;
}

/** Each field of an event, as `name: value`. */
export function fieldWords({ type: _type, at: _at, changed: _changed, ...fields }: AgentEvent): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `${named(name)}: ${valueWords(value)}`);
}

/** A value on one line, as JSON, cut where it is long. Only what is shown of it is looked at, however large it is. */
export function valueWords(value: unknown): string {
  return named(written(value, 2));
}

function written(value: unknown, levels: number): string {
  if (typeof value === 'string') return cutText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (levels === 0) return Array.isArray(value) ? '[…]' : '{…}';
  const list = Array.isArray(value);
  const members = Object.entries(value);
  const shown = members
    .slice(0, MEMBERS_MAX)
    .map(([name, member]) => `${list ? '' : `${name}: `}${written(member, levels - 1)}`);
  if (members.length > MEMBERS_MAX) shown.push(`… ${members.length - MEMBERS_MAX} more`);
  return list ? `[${shown.join(', ')}]` : `{${shown.join(', ')}}`;
}

function cutText(text: string): string {
  if (text.length <= TEXT_MAX) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, TEXT_MAX))}… ${text.length} characters`;
}

function aboutEvent(event: Fact): string {
  switch (event.type) {
    case 'prompt.given':
    case 'steer.given':
    case 'reply.ended':
    case 'plan.presented':
      return valueWords(event.text);
    case 'reply.failed':
      return named(event.fault.kind);
    case 'tool.ended':
    case 'undo.ended':
      return named(event.outcome.status);
    case 'permission.answered':
    case 'plan.answered':
    case 'limit.answered':
      return named(event.answer);
    case 'mode.changed':
      return named(event.mode);
    case 'event.dropped':
      return named(event.event.type);
    default:
      return '';
  }
}
