/** Whether a request is what a turn expects. Each thing that is not is a sentence for whoever wrote the script. */
import type { ChatRequest } from './chat-request.ts';
import type { Expectation, Where } from './script.ts';

/** Characters at each end of a text that a sentence shows; the middle of a longer one is left out. */
const SHOWN_CHARACTERS = 200;

/** The subject of a sentence on where a text should be, and on where it should not be. */
const SHOULD: { readonly [where in Where]: readonly [contain: string, lack: string] } = {
  last: ['the last message should contain', 'the last message should not contain'],
  system: ['the system prompt should contain', 'the system prompt should not contain'],
  any: ['some message should contain', 'no message should contain'],
};

/** What does not hold, in the order of the script; empty where all does. */
export function mismatchesOf(expectations: readonly Expectation[], request: ChatRequest): string[] {
  return expectations.flatMap((expectation) => mismatchOf(expectation, request) ?? []);
}

/** A text fit for a sentence: in quotation marks, its middle left out where it is long. */
export function shortened(text: string): string {
  if (text.length <= 2 * SHOWN_CHARACTERS) return JSON.stringify(text);
  const left = text.length - 2 * SHOWN_CHARACTERS;
  const start = JSON.stringify(text.slice(0, SHOWN_CHARACTERS));
  return `${start} … ${left} characters … ${JSON.stringify(text.slice(-SHOWN_CHARACTERS))}`;
}

function mismatchOf(expectation: Expectation, request: ChatRequest): string | null {
  const { messages } = request;
  const last = messages.at(-1);
  switch (expectation.kind) {
    case 'messages': {
      if (messages.length === expectation.count) return null;
      const roles = messages.map(({ role }) => role).join(', ');
      return `the request should have ${expectation.count} messages; it has ${messages.length}: ${roles}`;
    }
    case 'last-role':
      if (last?.role === expectation.role) return null;
      return `the last message should be of the role ${expectation.role}; it is of the role ${last?.role}`;
    case 'contains': {
      const texts = textsIn(expectation.where, request);
      if (texts.some((text) => text.includes(expectation.text))) return null;
      return `${SHOULD[expectation.where][0]} ${shortened(expectation.text)}; ${foundInstead(expectation.where, texts)}`;
    }
    case 'lacks': {
      const found = textsIn(expectation.where, request).find((text) => text.includes(expectation.text));
      if (found === undefined) return null;
      return `${SHOULD[expectation.where][1]} ${shortened(expectation.text)}; it was: ${shortened(found)}`;
    }
  }
}

function textsIn(where: Where, { messages }: ChatRequest): string[] {
  const looked = { last: messages.slice(-1), system: messages.filter(({ role }) => role === 'system'), any: messages };
  return looked[where].map(({ content }) => content);
}

function foundInstead(where: Where, texts: readonly string[]): string {
  if (texts.length === 0) return 'there is none';
  if (where === 'any') return `none of the ${texts.length} does; the last was: ${shortened(texts.at(-1) ?? '')}`;
  return `it was: ${shortened(texts.join('\n'))}`;
}
