/**
 * The person takes back changes of files, while no turn runs. The model is told, before whatever it is told next. Pure functions
 * of the context.
 */
import { alteredSpellings, type Outcome, writeObservation } from '@tagma/protocol';
import type { Context } from './context.ts';
import { appendUser } from './conversation.ts';
import { isSaidSince } from './queue.ts';

const BY_THE_USER = 'The user has taken back changes of yours.';

export function beginUndo(context: Context): Context {
  return { ...context, undoing: context.lastMessage };
}

/** Whether something has been said since it began that begins a turn. What the person has stopped begins none. */
export function isSaidMeanwhile(context: Context): boolean {
  const { undoing, cancelled } = context;
  return undoing !== null && cancelled.length === 0 && isSaidSince(context, undoing);
}

/** Where nothing was taken back there is nothing that the model should know. */
export function takeUndone(context: Context, { status, content }: Outcome): Context {
  const ended = { ...context, requests: [], cancelled: [], undoing: null };
  if (status !== 'ok') return ended;
  const told = writeObservation({ tool: 'undo', status }, `${BY_THE_USER} ${content}`);
  const shown = [...new Set([...context.shown, ...alteredSpellings(told)])];
  return { ...ended, conversation: appendUser(context, told), shown };
}
