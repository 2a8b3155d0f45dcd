/**
 * What hooks are told without being waited for: it is noted where it happens, and told when the machine has come to a stand.
 * Pure functions of the context.
 */
import type { Context } from '../context.ts';
import type { AgentEvent } from '../events.ts';
import { modelOf, refOf } from '../models.ts';
import { isHooked } from './points.ts';
import type { HookEnded, Notice } from './types.ts';

export function noticed(context: Context, notice: Notice): Context {
  if (!isHooked(context, notice.point)) return context;
  return { ...context, notices: [...(context.notices ?? []), notice] };
}

export function isNoticed({ notices }: Context): boolean {
  return notices !== undefined && notices.length > 0;
}

/** Gives what is told next its id. Nothing waits for what comes of it. */
export function numberNotice(context: Context): Context {
  const id = context.lastId + 1;
  return { ...context, lastId: id, told: [...(context.told ?? []), id] };
}

export function nextNotice({ notices = [] }: Context): Notice {
  const [next] = notices;
  if (!next) throw new Error('there is nothing to tell hooks');
  return next;
}

export function dropNotice({ notices = [] }: Context): Pick<Context, 'notices'> {
  return { notices: notices.slice(1) };
}

export function isTold({ told = [] }: Context, { request }: HookEnded): boolean {
  return told.includes(request);
}

export function takeTold(context: Context, ended: HookEnded): Context {
  const told = (context.told ?? []).filter((id) => id !== ended.request);
  return withErrors({ ...context, told }, ended);
}

/** Hooks are told of hooks that have failed; of their own failures they are not. */
export function withErrors(context: Context, { ran, point }: HookEnded): Context {
  if (point === 'hook_error') return context;
  return ran.reduce(
    (before, { hook, problem }) =>
      problem === undefined ? before : noticed(before, { point: 'hook_error', hook, where: point, problem }),
    context,
  );
}

/** A turn has begun, if one has. */
export function withStart(before: Context, context: Context): Context {
  return context.lastTurn === before.lastTurn
    ? context
    : noticed(context, { point: 'agent_start', turn: context.lastTurn });
}

/** One more reply is asked for. One that failed and is asked for again, by another model, goes on. */
export function withStepBegun(context: Context, at: number): Context {
  const { turn } = context;
  if (turn.stepAt != null || !hasSteps(context)) return context;
  return noticed({ ...context, turn: { ...turn, stepAt: at } }, { point: 'turn_start', index: turn.replies });
}

/** What the reply has led to is done. @param before in which its calls still stand */
export function withStepEnded(before: Context, context: Context, at: number): Context {
  const { stepAt } = context.turn;
  if (stepAt == null) return context;
  const calls = before.turn.calls.map(({ ref, answer }) => ({
    call: ref.call,
    tool: ref.tool,
    status: answer?.status ?? 'skipped',
  }));
  const { replies } = context.turn;
  const ended = { ...context, turn: { ...context.turn, stepAt: null } };
  return noticed(ended, { point: 'turn_end', index: replies, durationMs: at - stepAt, calls });
}

export function withEnd(context: Context, { at }: AgentEvent): Context {
  const { turn, result } = context;
  const ended = withStepEnded(context, context, at);
  if (result === null) return ended;
  const durationMs = at - turn.startedAt;
  return noticed(ended, { point: 'agent_end', durationMs, steps: turn.replies, result: result.kind });
}

export function withModelTold(context: Context): Context {
  return noticed(context, { point: 'model_select', ...refOf(modelOf(context)) });
}

/** A tool has come to an end. */
export function withToolTold(before: Context, context: Context, request: number): Context {
  const call = before.turn.calls.find((one) => one.request === request && one.answer === null);
  const answer = context.turn.calls.find(({ ref }) => ref.call === call?.ref.call)?.answer;
  if (!call || !answer) return context;
  const { status, durationMs } = answer;
  const { call: number, tool } = call.ref;
  return noticed(context, { point: 'tool_stop', call: number, tool, status, durationMs: durationMs ?? 0 });
}

function hasSteps(context: Context): boolean {
  return isHooked(context, 'turn_start') || isHooked(context, 'turn_end');
}
