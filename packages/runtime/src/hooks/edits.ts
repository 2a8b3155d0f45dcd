/** What a hook has changed of a list of messages, as a difference: the history never holds the conversation a second time. */
import type { MessageEdit } from '@tagma/core';
import type { Json, JsonObject } from '@tagma/protocol';

export type Message = MessageEdit['insert'][number];

const ROLES = ['system', 'user', 'assistant'] as const;

/** @throws where one is no message */
export function messagesIn(list: readonly Json[]): readonly Message[] {
  return list.map((one, at) => {
    const { role, content } = (one ?? {}) as JsonObject;
    const known = ROLES.find((name) => name === role);
    if (known !== undefined && typeof content === 'string') return { role: known, content };
    throw new Error(`message ${at} of its answer is none: a role (${ROLES.join(', ')}) and a content were expected`);
  });
}

/** In the order of `before`, from whose beginning each counts. Messages that are the same in the same order are in none. */
export function editsBetween(before: readonly Message[], after: readonly Message[]): readonly MessageEdit[] {
  const places = new Map<string, number[]>();
  for (const [at, message] of before.entries()) {
    places.set(keyOf(message), [...(places.get(keyOf(message)) ?? []), at]);
  }
  const edits: MessageEdit[] = [];
  let next = 0;
  let insert: Message[] = [];
  const flush = (at: number) => {
    if (at > next || insert.length > 0) edits.push({ at: next, remove: at - next, insert });
    insert = [];
  };
  for (const message of after) {
    const found = places.get(keyOf(message))?.find((at) => at >= next);
    if (found === undefined) {
      insert.push(message);
      continue;
    }
    flush(found);
    next = found + 1;
  }
  flush(before.length);
  return edits;
}

function keyOf({ role, content }: Message): string {
  return `${role} ${content}`;
}
