/**
 * What the hooks of a point may answer, and what comes of it: each is asked about what those before it have left. A refusal
 * is the last word; a change is what the next one is asked about.
 */
import type { HookOutcome } from '@tagma/core';
import type { Json, JsonObject } from '@tagma/protocol';

export type Turn = {
  /** What the next hook is asked about. */
  readonly data: JsonObject;
  /** What has come of it so far; null where nothing has. */
  readonly outcome: HookOutcome | null;
  /** No other hook is asked. */
  readonly isLast: boolean;
};

/** @throws where the answer is none: in words for whoever wrote the hook */
export type TakeAnswer = (before: Turn, answer: JsonObject, hook: string) => Turn;

type Blocking = 'before_tool_call' | 'on_tool_result' | 'before_session_op';

export const ANSWERS: { readonly [point in Blocking]: TakeAnswer } = {
  before_tool_call: (before, answer, hook) => refusal(before, answer, 'block', hook),
  before_session_op: (before, answer, hook) => refusal(before, answer, 'cancel', hook),
  on_tool_result(before, { content }) {
    if (content === undefined || content === resultIn(before.data).content) return before;
    const said = textIn('content', content);
    const data = { ...before.data, result: { ...resultIn(before.data), content: said } };
    return { ...before, data, outcome: { kind: 'content', content: said } };
  },
};

/** Nothing, or an object: all else is a mistake of the hook. */
export function answerIn(answer: Json | undefined): JsonObject {
  if (answer === undefined || answer === null) return {};
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
