/**
 * What the hooks of a point may answer, and what comes of it: each is asked about what those before it have left. A refusal
 * is the last word; a change is what the next one is asked about.
 */
import type { HookOutcome, HookRun } from '@tagma/core';
import type { Json, JsonObject } from '@tagma/protocol';
import { editsBetween, type Message, messagesIn } from './edits.ts';

export type Turn = {
  /** What the first hook was asked about. */
  readonly original: JsonObject;
  /** What the next hook is asked about. */
  readonly data: JsonObject;
  /** What has come of it so far; null where nothing has. */
  readonly outcome: HookOutcome | null;
  /** No other hook is asked. */
  readonly isLast: boolean;
};

/** @throws where the answer is none: in words for whoever wrote the hook */
export type TakeAnswer = (before: Turn, answer: JsonObject, hook: string) => Turn;

type Asking = HookRun['point'];

const MEMBERS: { readonly [point in Asking]: readonly string[] } = {
  before_tool_call: ['block'],
  before_session_op: ['cancel'],
  on_tool_result: ['content'],
  on_input: ['text', 'handled'],
  on_before_agent: ['prompt', 'system', 'messages'],
  on_context: ['messages'],
};

/**
 * A member that the point does not take is a mistake of the hook, so that a guard that says `blocked` is no guard in silence.
 * What the hook was given it may give back.
 */
export function takeAnswerAt(point: Asking): TakeAnswer {
  return (before, answer, hook) => {
    const taken = MEMBERS[point];
    const other = Object.keys(answer).find((name) => !taken.includes(name) && !(name in before.data));
    if (other !== undefined) throw new Error(`it answered ${other}, and ${taken.join(' or ')} was expected`);
    return ANSWERS[point](before, answer, hook);
  };
}

const ANSWERS: { readonly [point in Asking]: TakeAnswer } = {
  before_tool_call: (before, answer, hook) => refusal(before, answer, 'block', hook),
  before_session_op: (before, answer, hook) => refusal(before, answer, 'cancel', hook),
  on_tool_result(before, { content }) {
    if (content === undefined || content === resultIn(before.data).content) return before;
    const said = textIn('content', content);
    const data = { ...before.data, result: { ...resultIn(before.data), content: said } };
    return { ...before, data, outcome: { kind: 'content', content: said } };
  },
  on_input(before, { text, handled }, hook) {
    if (handled !== undefined && handled !== null && handled !== false) {
      const answer = handled === true ? '' : textIn('handled', handled);
      return { ...before, outcome: { kind: 'handled', by: hook, answer }, isLast: true };
    }
    if (text === undefined || text === before.data.text) return before;
    const said = textIn('text', text);
    return { ...before, data: { ...before.data, text: said }, outcome: { kind: 'text', text: said } };
  },
  on_before_agent(before, { prompt, system, messages = [] }) {
    const known = before.outcome?.kind === 'briefed' ? before.outcome : NOT_BRIEFED;
    const added = listIn('messages', messages).map(messageText);
    const outcome = {
      kind: 'briefed',
      prompt: changed('prompt', prompt, before.data) ?? known.prompt,
      system: changed('system', system, before.data) ?? known.system,
      messages: [...known.messages, ...added],
    } as const;
    if (outcome.prompt === null && outcome.system === null && outcome.messages.length === 0) return before;
    const now = { prompt: outcome.prompt, system: outcome.system };
    const told = Object.fromEntries(Object.entries(now).filter(([, value]) => value !== null));
    return { ...before, data: { ...before.data, ...told, messages: outcome.messages }, outcome };
  },
  on_context(before, { messages }) {
    if (messages === undefined) return before;
    const now = messagesIn(listIn('messages', messages));
    const edits = editsBetween(before.original.messages as unknown as readonly Message[], now);
    const outcome: HookOutcome | null = edits.length === 0 ? null : { kind: 'edited', edits };
    return { ...before, data: { ...before.data, messages: now as unknown as Json }, outcome };
  },
};

const NOT_BRIEFED = { kind: 'briefed', prompt: null, system: null, messages: [] } as const;

/** What a hook has put in the place of a text; null where it stays. */
function changed(name: 'prompt' | 'system', value: Json | undefined, data: JsonObject): string | null {
  return value === undefined || value === null || value === data[name] ? null : textIn(name, value);
}

function listIn(name: string, value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  throw new Error(`it answered ${briefly(value)} as ${name}, and a list was expected`);
}

/** A message that is added is the user's: a text, or an object with its content. */
function messageText(message: Json): string {
  if (typeof message === 'string') return message;
  const { role = 'user', content } = (message ?? {}) as JsonObject;
  if (role === 'user' && typeof content === 'string') return content;
  throw new Error(`it answered ${briefly(message)} in messages, and a message of the user was expected`);
}

/** Nothing (also as the false of `tool === 'bash' && {…}`), or an object: all else is a mistake of the hook. */
export function answerIn(answer: Json | undefined): JsonObject {
  if (answer === undefined || answer === null || answer === false) return {};
  if (typeof answer === 'object' && !Array.isArray(answer)) return answer as JsonObject;
  throw new Error(`it answered ${briefly(answer)}, and an object was expected, or nothing`);
}

/** `{"block": "why"}`, or `{"block": true}`. */
function refusal(before: Turn, answer: JsonObject, word: 'block' | 'cancel', hook: string): Turn {
  const said = answer[word];
  if (said === undefined || said === null || said === false) return before;
  const reason = said === true ? '' : textIn(word, said);
  return { ...before, outcome: { kind: 'refused', by: hook, reason }, isLast: true };
}

function resultIn({ result }: JsonObject): JsonObject {
  return result as JsonObject;
}

function textIn(name: string, value: Json): string {
  if (typeof value === 'string') return value;
  throw new Error(`it answered ${briefly(value)} as ${name}, and a text was expected`);
}

const BRIEF_MAX = 60;

function briefly(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= BRIEF_MAX ? text : `${text.slice(0, BRIEF_MAX - 1)}…`;
}
