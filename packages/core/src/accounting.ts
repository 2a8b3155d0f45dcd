/**
 * How large the next request is, and how large it may be: all in tokens as estimated, and corrected by what the endpoint has
 * counted. Pure functions of the context.
 */
import type { Context } from './context.ts';
import { messagesOf } from './conversation.ts';
import type { Message } from './message.ts';
import { roomOf } from './models.ts';
import { imageTokens, sizeTo, tokensOf } from './tokens.ts';

/** Of the window, so much is left for the reply: a quarter, and not more than so many tokens. */
const REPLY_SHARE = 0.25;
const REPLY_TOKENS_MAX = 4_096;

/** Of the next request. */
export function sizeOf(context: Context): number {
  const messages = messagesOf(context);
  const texts = sizeTo(context.size, messages, messages.length).tokens;
  return Math.ceil((texts + imagesCounted(context, messages)) * context.tokensRatio);
}

/** Of these messages, as parts of a request. */
export function sizeOfMessages(context: Context, messages: readonly Message[]): number {
  const texts = messages.reduce((sum, message) => sum + tokensOf(message), 0);
  return (texts + imagesCounted(context, messages)) * context.tokensRatio;
}

/** Of the system prompt, which no compaction makes smaller. */
export function sizeOfSystem(context: Context): number {
  return Math.ceil(sizeOfMessages(context, messagesOf(context).slice(0, 1)));
}

/** What a request may take of the window, as far as the endpoint has not refused less; 0 where the window is not known. */
export function budgetOf(context: Context): number {
  const room = roomOf(context);
  return room - Math.min(Math.floor(room * REPLY_SHARE), REPLY_TOKENS_MAX);
}

/** Pictures that are not sent cost nothing. */
export function imagesCounted({ imagesSent }: Context, messages: readonly Message[]): number {
  return imagesSent ? imageTokens(messages) : 0;
}
