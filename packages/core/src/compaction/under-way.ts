/** The compaction that is under way: how far it has come, and the messages as it leaves them. Pure functions of the context. */
import type { Context } from '../context.ts';
import { messagesOf } from '../conversation.ts';
import { NO_DIGEST } from '../digest.ts';
import { NO_SIZE, sizeTo } from '../tokens.ts';
import type { Compaction } from './progress.ts';

export function compactionOf({ compaction }: Context): Compaction {
  if (compaction === null) throw new Error('no compaction is under way');
  return compaction;
}

export function atStage(context: Context, changes: Partial<Compaction>): Context {
  return { ...context, compaction: { ...compactionOf(context), ...changes } };
}

/** The messages have been changed: what was counted, digested and sent of them no longer holds. Only the last one may still grow. */
export function withMessagesChanged(context: Context): Context {
  const messages = messagesOf(context);
  return { ...context, digest: NO_DIGEST, size: sizeTo(NO_SIZE, messages, messages.length - 1), sent: 0 };
}
