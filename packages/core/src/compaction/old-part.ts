/** The older part of a conversation, which a compaction replaces: where it ends, and what is told in its place. Pure functions of the context. */
import { sizeOfSystem } from '../accounting.ts';
import type { Context } from '../context.ts';
import { charactersOf } from '../tokens.ts';
import type { Memory } from './known.ts';
import { headOf, memoryOf } from './memory.ts';
import { compactionOf, withMessagesChanged } from './under-way.ts';

/** Of what is wanted, so much is for what the person said in messages that are left out. */
const SHARE_SAID = 0.25;
/** However small the window is: the task is always told. */
const SAID_CHARACTERS_MIN = 800;

/** Whether something stands before what is kept, beside what tells of what was left out before. */
export function hasOlder(context: Context): boolean {
  return oldUntil(context) >= 2;
}

/** The first message that stays as it is. It was settled when the compaction began: the model sums up what stands before it. */
export function oldUntil({ conversation, compaction }: Context): number {
  return conversation.length - (compaction?.kept ?? 0);
}

/** What is known of all that is old. */
export function memoryBefore(context: Context): Memory {
  return memoryOf(context, oldUntil(context), charactersSaid(context));
}

/** Puts what is known of all that is old in its place. */
export function replaceOld(context: Context, memory: Memory): Context {
  const kept = context.conversation.slice(oldUntil(context));
  const head = headOf(context, memory, charactersSaid(context));
  return withMessagesChanged({ ...context, memory, conversation: [head, ...kept] });
}

export function charactersSaid(context: Context): number {
  const tokens = Math.max(compactionOf(context).tokensWanted - sizeOfSystem(context), 0) * SHARE_SAID;
  return Math.max(charactersOf(tokens / context.tokensRatio), SAID_CHARACTERS_MIN);
}
