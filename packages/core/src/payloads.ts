/**
 * What the machine puts into the effects and notes that it emits, from its context and the event. Where something is missing that
 * the chart promises, the mistake is ours, and it throws.
 */
import type { Bounds, Reply } from '@tagma/protocol';
import { attachedName } from './attachment.ts';
import type { Answer } from './call.ts';
import { nextCall, startedCall } from './calls.ts';
import type { Context, QueuedMessage } from './context.ts';
import type { CallAnswered, CallRef, EventIgnored, LimitReached, MessageTaken, TurnResult } from './effects.ts';
import type { AgentEvent, Fact, Said } from './events.ts';
import { limitReached } from './limits.ts';
import { interruptedAnswer, interruptedCall } from './resuming.ts';
import { boundsOf } from './sandbox.ts';

/** The call whose turn it is. */
export function waiting(context: Context): CallRef {
  return required(nextCall(context), 'a call that waits').ref;
}

/** The call that has just been started. */
export function started(context: Context): CallRef {
  return required(startedCall(context), 'a call that was started').ref;
}

/** Within what a sandbox holds the call that has just been started. */
export function held(context: Context): { readonly bounds?: Bounds } {
  const bounds = boundsOf(context, required(startedCall(context), 'a call that was started'));
  return bounds === null ? {} : { bounds };
}

export function answered(context: Context, answer: Answer | null): CallAnswered {
  const { status, content } = required(answer, 'an answer of the machine itself');
  return { type: 'call.answered', call: waiting(context).call, status, content };
}

/** What is said of a call that was cut off. */
export function interrupted(context: Context): CallAnswered {
  const { ref } = required(interruptedCall(context), 'a call that was cut off');
  const { status, content } = interruptedAnswer();
  return { type: 'call.answered', call: ref.call, status, content };
}

export function reached(context: Context, { at }: AgentEvent): LimitReached {
  return required(limitReached(context, at), 'a limit that is reached');
}

export function ignored({ requests }: Context, event: AgentEvent): EventIgnored {
  const isLate = 'request' in event && !requests.includes(event.request);
  return { type: 'event.ignored', event: event.type, why: isLate ? 'late' : 'not now' };
}

export function taken(next: QueuedMessage | undefined): MessageTaken {
  const { message, text, attached } = required(next, 'a message that waits');
  return { type: 'message.taken', message, text, ...(attached && { attached: attached.map(attachedName) }) };
}

export function replyOf({ turn }: Context): Reply {
  return required(turn.reply, 'a reply that was read');
}

export function resultOf({ result }: Context): TurnResult {
  return required(result, 'a result of the turn');
}

/** What the person says, to begin a turn or to steer it. */
export function saidIn(event: AgentEvent): Said {
  const { text, attached } = event.type === 'steer.given' ? event : as(event, 'prompt.given');
  return attached === undefined ? { text } : { text, attached };
}

/** The event as the one that the chart says it is. */
export function as<T extends Fact['type']>(event: AgentEvent, type: T): Extract<AgentEvent, { type: T }> {
  if (event.type !== type) throw new Error(`${type} expected, ${event.type} came`);
  return event as Extract<AgentEvent, { type: T }>;
}

export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is expected, and there is none`);
  return value;
}
