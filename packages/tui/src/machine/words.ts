/** Events and effects in few words: on one line, bounded, and with every control character made visible. */
import { type AgentEvent, type Emitted, type Fact, isNote } from '@tagma/core';
import { named } from '../text/line.ts';
import { memberWords, valueWords } from '../text/value-words.ts';

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
  return memberWords(fields);
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
