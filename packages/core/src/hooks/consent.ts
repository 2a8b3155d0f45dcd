/** Hooks before the conversation is made smaller: one of them may not want that. Pure functions of the context. */
import * as compaction from '../compaction/compaction.ts';
import { compactionOf } from '../compaction/under-way.ts';
import type { Context } from '../context.ts';
import type { CompactionCause, HookRun } from '../effects.ts';
import type { OperationRequested } from '../events.ts';
import { isSaidSince } from '../queue.ts';
import { isHooked } from './points.ts';
import type { HookEnded } from './types.ts';

/** Whether hooks are to be asked; they are once for each request. */
export function wantsConsent(context: Context): boolean {
  return isHooked(context, 'before_session_op') && (context.consent ?? null) === null;
}

export function isRefused({ consent }: Context): boolean {
  return consent === 'refused';
}

export function askConsent(context: Context, resting: boolean, why: CompactionCause, focus: string): Context {
  return { ...context, consenting: { resting, why, focus, lastMessage: context.lastMessage } };
}

export function consentAsked(context: Context): HookRun {
  const why = context.consenting?.why ?? 'command';
  return { type: 'hook.run', id: context.lastId, point: 'before_session_op', op: 'compact', why };
}

/** The session goes on meanwhile. */
export function operationAsked({ lastId: id }: Context, { op, record, to }: OperationRequested): HookRun {
  return { type: 'hook.run', id, point: 'before_session_op', op, record, to };
}

export function isAtRest({ consenting }: Context): boolean {
  return consenting?.resting === true;
}

export function isGiven({ outcome }: HookEnded): boolean {
  return outcome?.kind !== 'refused';
}

/** Within a turn: what was wanted is not asked for again. */
export function takeConsent(context: Context, ended: HookEnded): Context {
  const rest = { ...context, requests: [], consenting: null };
  if (isGiven(ended)) return { ...rest, consent: 'given' };
  return { ...rest, consent: 'refused', compactionWanted: null };
}

/** At rest: it begins now. */
export function compactAtRest(context: Context): Context {
  const { focus = '', lastMessage = 0 } = context.consenting ?? {};
  const begun = compaction.compactAtRest({ ...context, requests: [], consenting: null }, focus);
  return { ...begun, compaction: { ...compactionOf(begun), lastMessage } };
}

/** At rest: nothing of it begins. */
export function dropConsent(context: Context): Context {
  return { ...context, requests: [], cancelled: [], consenting: null, turn: { ...context.turn, abortedBy: null } };
}

/** Whether something was said since that begins a turn. */
export function isSaidSinceConsent(context: Context): boolean {
  return context.consenting != null && isSaidSince(context, context.consenting.lastMessage);
}
