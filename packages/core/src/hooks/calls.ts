/**
 * Hooks around a call: one more that must let it run, once the verdict or the person has; and what the model is told of its
 * outcome. Pure functions of the context.
 */

import type { Call } from '../call.ts';
import { answerCall, changeCall, readyCalls, withoutRunning } from '../calls.ts';
import type { Context } from '../context.ts';
import type { HookRun } from '../effects.ts';
import { pausedAfterStep } from '../turn.ts';
import { isHooked } from './points.ts';
import type { HookEnded } from './types.ts';

/** The call that is about to run and that no hook has been asked about. */
export function callToVet(context: Context): Call | undefined {
  if (context.pause === 'wanted' || !isHooked(context, 'before_tool_call')) return undefined;
  return readyCalls(context).find(({ vetted }) => vetted !== true);
}

/** The call that has run and whose outcome no hook has seen. */
export function callToShape(context: Context): Call | undefined {
  if (!isHooked(context, 'on_tool_result')) return undefined;
  return context.turn.calls.find(
    ({ answer, shaped }) => shaped !== true && answer !== null && answer.durationMs !== null,
  );
}

/** What the hooks are asked about the call that the chart has come here for. */
export function askedOf(context: Context, point: 'before_tool_call' | 'on_tool_result'): HookRun {
  const call = point === 'before_tool_call' ? callToVet(context) : callToShape(context);
  if (!call) throw new Error(`no call waits for ${point}`);
  return { type: 'hook.run', id: context.lastId, point, ...call.ref };
}

/** Where one of them refuses, the call is denied, as by a rule. A step was for this call. */
export function takeVetting(context: Context, { outcome }: HookEnded): Context {
  const call = callToVet(context);
  const rest = { ...context, requests: [] };
  if (!call) return rest;
  if (outcome?.kind !== 'refused') return changeCall(rest, call, (one) => ({ ...one, vetted: true }));
  const why = outcome.reason === '' ? '' : `: ${outcome.reason}`;
  const answer = withoutRunning('denied', `denied by the hook ${outcome.by}${why}`);
  return answerCall({ ...rest, ...pausedAfterStep(context) }, call, answer);
}

/** How it ended, its notes and its picture stay: only the words change. */
export function takeShaping(context: Context, { outcome }: HookEnded): Context {
  const call = callToShape(context);
  const rest = { ...context, requests: [] };
  if (!call) return rest;
  const content = outcome?.kind === 'content' ? outcome.content : null;
  return changeCall(rest, call, (one) => ({
    ...one,
    shaped: true,
    answer: one.answer && content !== null ? { ...one.answer, content } : one.answer,
  }));
}
