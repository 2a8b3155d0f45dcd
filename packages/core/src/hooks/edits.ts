/** Hooks on what goes to the model: the messages of one request, as they have left them. The conversation stays as it is. */
import type { Context } from '../context.ts';
import { messagesOf } from '../conversation.ts';
import type { HookRun } from '../effects.ts';
import type { Message } from '../message.ts';
import type { HookEnded, MessageEdit } from './types.ts';

/** All messages of the request that is made now. */
export function requestMessagesOf(context: Context): readonly Message[] {
  const messages = messagesOf(context);
  return context.edits && context.edits.length > 0 ? withEdits(messages, context.edits) : messages;
}

/** @param edits in the order of the messages that they are about; each counts from the messages as they were */
export function withEdits(messages: readonly Message[], edits: readonly MessageEdit[]): readonly Message[] {
  const edited: Message[] = [];
  let next = 0;
  for (const { at, remove, insert } of edits) {
    edited.push(...messages.slice(next, at), ...insert);
    next = Math.max(next, at + remove);
  }
  return [...edited, ...messages.slice(next)];
}

export function composeOf(context: Context, request: { readonly messages: number; readonly digest: string }): HookRun {
  return { type: 'hook.run', id: context.lastId, point: 'on_context', ...request };
}

export function takeEdits(context: Context, { outcome }: HookEnded): Context {
  return { ...context, requests: [], edits: outcome?.kind === 'edited' ? outcome.edits : null };
}
