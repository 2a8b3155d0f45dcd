/** The tokens of messages by whoever counts them exactly, with what the estimate adds for each. */
import { type Message, TOKENS_PER_MESSAGE } from '@tagma/core';
import type { SessionDeps } from './deps.ts';

/** 0 where nobody counts. Pictures are left out, as they are of the estimate that is compared. */
export async function countMessages(
  { countTokens }: Pick<SessionDeps, 'countTokens'>,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<number> {
  if (countTokens === undefined) return 0;
  const texts = messages.flatMap(({ content, reasoning }) => (reasoning ? [content, reasoning] : [content]));
  return (await countTokens(texts, signal)) + messages.length * TOKENS_PER_MESSAGE;
}
