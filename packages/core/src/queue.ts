/**
 * What the person says while a turn runs: it waits in a queue until the machine takes it up. Pure functions of the context,
 * like those of `turn.ts`.
 */
import { alteredSpellings } from '@tagma/protocol';
import { writeAttachment, writeOldAttachment } from './attachment.ts';
import type { Context, QueuedMessage } from './context.ts';
import { appendPrompt } from './conversation.ts';
import type { Said } from './events.ts';
import { withPlanTold } from './plan-mode.ts';
import { NEW_TURN } from './turn-state.ts';

/** The message waits: for the end of the turn, or, if it steers, for the next request. */
export function enqueue(context: Context, said: Said, steers: boolean): Context {
  const message = context.lastMessage + 1;
  return { ...context, lastMessage: message, queue: [...context.queue, { message, ...said, steers }] };
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
  return next ? withPlanTold(withSaid(withdraw(context, next.message), next)) : context;
}

/** Begins a turn with all this. */
export function beginTurn(context: Context, all: readonly Said[], at: number): Context {
  const told = withPlanTold(all.reduce(withSaid, context));
  const turn = { ...NEW_TURN, startedAt: at, task: all.map(({ text }) => text).join('\n\n') };
  return { ...told, compactions: 0, lastTurn: context.lastTurn + 1, turn, result: null };
}

/** The conversation with what was said in it, and below it what goes with it. */
function withSaid(context: Context, { text, attached = [] }: Said): Context {
  const blocks = attached.map((one) => ({ text: writeAttachment(one), short: writeOldAttachment(one) }));
  const images = attached.flatMap(({ image }) => image ?? []);
  const spellings = blocks.flatMap((block) => alteredSpellings(block.text));
  const conversation = appendPrompt(context, text, blocks, images);
  return { ...context, conversation, shown: [...new Set([...context.shown, ...spellings])] };
}
