/**
 * When the messages are counted by an exact encoder, and what is learnt from that. The estimate is good enough while there is
 * room; and an endpoint that reports usage counts with the model's own encoder, which is better than any here, and costs
 * nothing. So it is counted only where neither holds, beside all else: nothing waits for it. Pure functions of the context.
 */
import { budgetOf, sizeOf } from './accounting.ts';
import type { Context, Counting } from './context.ts';
import { messagesOf } from './conversation.ts';
import type { TokensCounted } from './events.ts';
import { modelOf } from './models.ts';
import { NO_SIZE, ratioFrom, sizeTo } from './tokens.ts';

/** Of what a request may take: with less of it used, nothing depends on an exact count. */
const SHARE_USED = 0.5;
/** So many messages later it is counted again; a compaction leaves others, which are counted anew. */
const MESSAGES_BETWEEN = 20;

export function wantsCount(context: Context): boolean {
  const { session, countedBy, counting } = context;
  if (!session.settings.countsTokens || countedBy === 'endpoint' || modelOf(context).windowTokens === 0) return false;
  if (counting !== null && (counting.id !== null || !isOutdated(counting, messagesOf(context).length))) return false;
  return sizeOf(context) > budgetOf(context) * SHARE_USED;
}

export function askCount(context: Context): Context {
  const id = context.lastId + 1;
  const messages = messagesOf(context).length;
  return { ...context, lastId: id, counting: { id, messages, tokens: estimateOf(context, messages) } };
}

export function isCountAsked({ counting }: Context, { request }: TokensCounted): boolean {
  return counting?.id === request;
}

/** What the endpoint has counted meanwhile is better; and of messages that are no more nothing is learnt. 0 tokens: nobody could count. */
export function takeCount(context: Context, { tokens }: TokensCounted): Context {
  const { counting, countedBy } = context;
  if (counting === null) return context;
  const answered: Context = { ...context, counting: { ...counting, id: null } };
  const isThere = estimateOf(context, counting.messages) === counting.tokens;
  if (tokens === 0 || countedBy === 'endpoint' || !isThere) return answered;
  return { ...answered, countedBy: 'encoder', tokensRatio: ratioFrom(tokens, counting.tokens) };
}

function isOutdated({ messages }: Counting, now: number): boolean {
  return now < messages || now >= messages + MESSAGES_BETWEEN;
}

function estimateOf(context: Context, count: number): number {
  return sizeTo(NO_SIZE, messagesOf(context), count).tokens;
}
