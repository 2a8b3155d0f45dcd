/** Where what is old ends: an action and what answers it stay together. */
import { sizeOfMessages, sizeOfSystem } from '../accounting.ts';
import type { Context } from '../context.ts';

/** The last messages stay as they are: not more than this share of what is wanted afterwards beside the system prompt. */
const SHARE_KEPT = 0.5;
/** The last reply, and what came after it, stay whatever they take. */
const MESSAGES_KEPT_MIN = 2;

/** The first message, a reply, of the last ones that there is room for; as many as there are where there is none. */
export function keptFrom(context: Context, tokensWanted: number): number {
  const { conversation } = context;
  const tokensMax = (tokensWanted - sizeOfSystem(context)) * SHARE_KEPT;
  let from = conversation.length;
  let tokens = 0;
  for (let at = conversation.length - 1; at > 0; at--) {
    const message = conversation[at]?.message;
    if (message === undefined) break;
    tokens += sizeOfMessages(context, [message]);
    const isLast = conversation.length - at <= MESSAGES_KEPT_MIN;
    if (tokens > tokensMax && !isLast) break;
    if (message.role === 'assistant') from = at;
  }
  return from;
}
