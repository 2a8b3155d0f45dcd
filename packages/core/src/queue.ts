/**
 * What the person says while a turn runs: it waits in a queue until the machine takes it up. Pure functions of the context,
 * like those of `turn.ts`.
 */
import { type Context, NEW_TURN, type QueuedMessage } from './context.ts';
import { appendUser } from './conversation.ts';

/** The message waits: for the end of the turn, or, if it steers, for the next request. */
export function enqueue(context: Context, text: string, steers: boolean): Context {
  const message = context.lastMessage + 1;
  return { ...context, lastMessage: message, queue: [...context.queue, { message, text, steers }] };
}

/** Whether something waits that was said after the message of that number. */
export function isSaidSince({ queue }: Context, message: number): boolean {
  return queue.some((one) => one.message > message);
}

export function withdraw(context: Context, message: number): Context {
  return { ...context, queue: context.queue.filter((one) => one.message !== message) };
}

/** The message that is taken up before the next request of the turn that runs. */
export function nextSteer({ queue }: Context): QueuedMessage | undefined {
  return queue.find((one) => one.steers);
}

/** The message that begins the next turn: the first, even if it came to steer and came too late. */
export function nextFollowUp({ queue }: Context): QueuedMessage | undefined {
  return queue[0];
}

export function takeSteer(context: Context): Context {
  const next = nextSteer(context);
  return next ? { ...withdraw(context, next.message), conversation: appendUser(context, next.text) } : context;
}

/** Begins a turn with a message that waited. */
export function takeFollowUp(context: Context, at: number): Context {
  const next = nextFollowUp(context);
  return next ? withdraw(beginTurn(context, [next.text], at), next.message) : context;
}

/** Begins a turn with what is said now; what waited, because the turn before came to no answer, goes before it. */
export function takePrompt(context: Context, text: string, at: number): Context {
  return { ...beginTurn(context, [...context.queue.map((one) => one.text), text], at), queue: [] };
}

function beginTurn(context: Context, texts: readonly string[], at: number): Context {
  const conversation = texts.reduce(
    (before, text) => appendUser({ ...context, conversation: before }, text),
    context.conversation,
  );
  const turn = { ...NEW_TURN, startedAt: at, task: texts.join('\n\n') };
  return { ...context, conversation, compactions: 0, lastTurn: context.lastTurn + 1, turn, result: null };
}
