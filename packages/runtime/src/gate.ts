/**
 * Asks the gate about one event, and says what the machine is told then. There is always an answer: what fails at the
 * gate, or is not waited for any more, passes.
 */
import { type AgentEvent, type Fact, type Snapshot, step } from '@tagma/core';
import type { Gate, Log, Passage } from './deps.ts';
import { isFactType } from './fact-types.ts';
import { messageOf, stackOf } from './log.ts';
import { answersLike, type Owed } from './owed.ts';
import type { Redactor } from './redact.ts';

/** `failed`: the gate threw or rejected; the event passes as it is. */
export type Answer = Passage | { readonly kind: 'failed'; readonly error: unknown };

const PASS: Passage = { kind: 'pass' };

/** At once, where the gate answers at once. Never throws, never rejects. */
export function askGate(
  gate: Gate,
  event: AgentEvent,
  snapshot: Snapshot,
  stopping: AbortSignal,
): Answer | Promise<Answer> {
  try {
    const answer = gate(event, snapshot, stopping);
    return answer instanceof Promise ? untilStopped(answer, stopping) : answer;
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function untilStopped(answer: Promise<Passage>, stopping: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const pass = () => resolve(PASS);
    stopping.addEventListener('abort', pass, { once: true });
    answer
      .catch((error: unknown): Answer => ({ kind: 'failed', error }))
      .then((given) => {
        stopping.removeEventListener('abort', pass);
        resolve(given);
      });
  });
}

type Around = { readonly snapshot: Snapshot; readonly owed: Owed; readonly redactor: Redactor; readonly log: Log };

/**
 * What the machine is told, in order: the event, what it was changed to, or that it was dropped. Never throws: whoever
 * embeds the session may write plain JavaScript, so an answer may be anything.
 */
export function letThrough(answer: Answer, event: AgentEvent, around: Around): readonly AgentEvent[] {
  try {
    return carriedOut(answer, event, around);
  } catch (error) {
    return passedOver(event, error, around);
  }
}

function carriedOut(answer: Answer, event: AgentEvent, around: Around): readonly AgentEvent[] {
  switch (answer?.kind) {
    case 'pass':
      return [event];
    case 'failed':
      return passedOver(event, answer.error, around);
    case 'drop':
      return dropped(event, nameOf(answer.by), around);
    case 'replace':
      return replaced(event, answer.fact, nameOf(answer.by), around);
    default:
      return passedOver(event, new Error('the gate gave no answer'), around);
  }
}

function dropped(event: AgentEvent, by: string, around: Around): readonly AgentEvent[] {
  const { at, ...rest } = event;
  const original = rest as Fact;
  if (around.owed.isDue(original))
    return passedOver(event, new Error(`${isWaitedFor(event)} it cannot be dropped`), around);
  around.owed.keep(original);
  return [{ type: 'event.dropped', by, event: original, at }];
}

function replaced(event: AgentEvent, edited: Fact, by: string, around: Around): readonly AgentEvent[] {
  const { at, ...rest } = event;
  const original = rest as Fact;
  const given = { ...edited };
  const fact = { ...around.redactor.fields(given), type: given.type } as Fact;
  if (!isFactType(fact.type)) throw new Error(`the gate gave a fact of the type ${fact.type}, and there is none such`);
  const changed: AgentEvent = { ...fact, at, changed: { by, original } };
  const stillAnswers = answersLike(fact, original);
  if (!stillAnswers && around.owed.isDue(original)) {
    return passedOver(event, new Error(`${isWaitedFor(event)} it must answer that`), around);
  }
  // What the machine cannot take throws here, and passes as it was.
  step(around.snapshot, changed);
  if (!stillAnswers) around.owed.keep(original);
  return [changed];
}

function nameOf(by: unknown): string {
  if (typeof by !== 'string') throw new Error('the gate did not say who decided: by must be a text');
  return by;
}

function passedOver(event: AgentEvent, error: unknown, { redactor, log }: Around): readonly AgentEvent[] {
  log.error({ event: event.type, error: stackOf(error) }, 'the gate failed');
  const failed: Fact = { type: 'hook.failed', hook: 'gate', message: messageOf(error) };
  return [{ ...redactor.fact(failed), at: event.at }, event];
}

function isWaitedFor(event: AgentEvent): string {
  return `${event.type} answers a request that was cancelled, and the abort waits for it:`;
}
