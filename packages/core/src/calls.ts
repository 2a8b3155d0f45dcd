/**
 * The calls of a reply on their way: each is decided in its turn, runs, and is answered exactly once. What follows a call
 * that would change something and did not come to a good end is skipped. Pure functions of the context, like those of
 * `turn.ts`.
 */
import type { Facts, OutcomeStatus, Reply, ReplyAction } from '@tagma/protocol';
import type { Answer, Call, Context } from './context.ts';
import type { ToolEnded } from './events.ts';
import { isMachineTool } from './machine-tools.ts';
import { nextSteer } from './queue.ts';

/** So many read-only calls run at once at most. */
const SIDE_BY_SIDE_MAX = 8;

const SKIPPED =
  'not run: an earlier action of the same reply was denied, failed or stopped. Send it again if it is still wanted.';

export function planCalls(context: Context, reply: Reply): readonly Call[] {
  return skipAfterFailure(reply.actions.map((action, i) => callOf(context, action, context.lastCall + 1 + i)));
}

/** The call whose turn it is: the first that has neither an answer nor leave to run. */
export function nextCall({ turn }: Context): Call | undefined {
  return turn.calls.find((call) => call.answer === null && !call.allowed);
}

/** Whether the calls that may run shall be started: all neighbours that may run beside them have been decided. */
export function mustAct(context: Context): boolean {
  const ready = context.turn.calls.filter(isReady);
  const next = nextCall(context);
  if (ready.length === 0 || next === undefined) return ready.length > 0;
  // One thing at a time while the session is gone through step by step, and nothing new once the person steers.
  const alone = context.pause !== 'no' || nextSteer(context) !== undefined;
  return alone || ready.length >= SIDE_BY_SIDE_MAX || ![...ready, next].every(isNeighbour);
}

export function callIsReady({ turn }: Context): boolean {
  return turn.calls.some(isReady);
}

/** Whether the next call must be decided later: it is none of the neighbours that are about to run. */
export function mustWait(context: Context, facts: Facts): boolean {
  return callIsReady(context) && !facts.readOnly;
}

/** Its facts are taken again when the calls before it have ended. */
export function putOff(context: Context): Context {
  return changeNext({ ...context, requests: [] }, (call) => ({ ...call, changes: true }));
}

/** The call that was started last, or that is started next. */
export function startedCall(context: Context): Call | undefined {
  return context.turn.calls.find((call) => call.request === context.lastId);
}

export function startCall(context: Context): Context {
  const ready = context.turn.calls.find(isReady);
  const request = context.lastId + 1;
  const next = { ...context, lastId: request, requests: [...context.requests, request] };
  return ready ? changeCall(next, ready, (call) => ({ ...call, request })) : next;
}

export function allowNext(context: Context): Context {
  return changeNext(context, (call) => ({ ...call, allowed: true }));
}

export function changeNext(context: Context, change: (call: Call) => Call): Context {
  const next = nextCall(context);
  return next ? changeCall(context, next, change) : context;
}

export function answerNext(context: Context, answer: Answer): Context {
  const next = nextCall(context);
  return next ? answerCall(context, next, answer) : context;
}

/** A call that ran has ended. */
export function takeOutcome(context: Context, { request, outcome, durationMs }: ToolEnded): Context {
  const { status, content, notes = [] } = outcome;
  const ended = context.turn.calls.find((call) => call.request === request && call.answer === null);
  const rest = { ...context, requests: context.requests.filter((id) => id !== request) };
  return ended ? answerCall(rest, ended, { status, content, notes, durationMs }) : rest;
}

/** Every call that is not answered yet. */
export function answerRest(context: Context, answer: Answer): Context {
  const calls = context.turn.calls.map((call) => (call.answer ? call : { ...call, answer }));
  return { ...context, turn: { ...context.turn, calls } };
}

/** The answer to a call whose tool did not run. */
export function withoutRunning(status: OutcomeStatus, content: string): Answer {
  return { status, content, notes: [], durationMs: null };
}

function callOf(context: Context, action: ReplyAction, number: number): Call {
  const { tool, params, asWritten = {}, error } = action;
  const spec = context.session.tools.find(({ name }) => name === tool);
  const readOnly = spec?.readOnly === true && !isMachineTool(tool);
  const answer = error && withoutRunning('error', error.message);
  const ref = { call: number, tool, params, asWritten };
  return { ref, error, readOnly, changes: !readOnly, judgement: null, allowed: false, request: null, answer };
}

function isReady(call: Call): boolean {
  return call.allowed && call.request === null && call.answer === null;
}

/** No call of its tool ever changes anything, and this one does not either. */
function isNeighbour({ readOnly, changes }: Call): boolean {
  return readOnly && !changes;
}

function answerCall(context: Context, which: Call, answer: Answer): Context {
  const next = changeCall(context, which, (call) => ({ ...call, answer }));
  return { ...next, turn: { ...next.turn, calls: skipAfterFailure(next.turn.calls) } };
}

function changeCall(context: Context, which: Call, change: (call: Call) => Call): Context {
  const calls = context.turn.calls.map((call) => (call === which ? change(call) : call));
  return { ...context, turn: { ...context.turn, calls } };
}

/** An action in error behind the failed call keeps its own answer: the model can mend both at once. */
function skipAfterFailure(calls: readonly Call[]): readonly Call[] {
  const failed = calls.findIndex((call) => call.changes && call.answer !== null && call.answer.status !== 'ok');
  if (failed < 0) return calls;
  const answer = withoutRunning('skipped', SKIPPED);
  return calls.map((call, i) => (i > failed && call.answer === null ? { ...call, answer } : call));
}
