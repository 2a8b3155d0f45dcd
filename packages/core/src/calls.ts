/**
 * The calls of a reply on their way: each is decided in its turn, runs, and is answered exactly once. What follows a call
 * that would change something and did not come to a good end is skipped. Pure functions of the context, like those of
 * `turn.ts`.
 */
import { type Facts, imageIn, type OutcomeStatus, type Reply, type ReplyAction } from '@tagma/protocol';
import { newGuides } from './attachment.ts';
import type { Answer, Call } from './call.ts';
import type { Context } from './context.ts';
import type { FactsChanged, ToolEnded } from './events.ts';
import { isHooked } from './hooks/points.ts';
import { isMachineTool, TODO } from './machine-tools.ts';
import { nextSteer } from './queue.ts';
import { blockedFrom, waysOut } from './sandbox.ts';

/** So many read-only calls run at once at most. */
const SIDE_BY_SIDE_MAX = 8;

/** What changes more often cannot be judged. */
const RECONSIDERED_MAX = 3;

const KEEPS_CHANGING =
  'not run: what it would do changes all the time, so nobody can allow it. Find out what else is at work there.';
const SKIPPED =
  'not run: an earlier action of the same reply was denied, failed or stopped. Send it again if it is still wanted.';

export function planCalls(context: Context, reply: Reply): readonly Call[] {
  return skipAfterFailure(reply.actions.map((action, i) => callOf(context, action, context.lastCall + 1 + i)));
}

/** The call whose turn it is: the first that has neither an answer nor leave to run. */
export function nextCall({ turn }: Context): Call | undefined {
  return turn.calls.find((call) => call.answer === null && call.allowed === 'no');
}

/** Whether the calls that may run shall be started: all neighbours that may run beside them have been decided. */
export function mustAct(context: Context): boolean {
  const ready = startable(context);
  const next = nextCall(context);
  if (ready.length === 0 || context.pause === 'wanted') return false;
  // One thing at a time while the session is gone through step by step, and nothing new once the person steers.
  const alone = context.pause !== 'no' || nextSteer(context) !== undefined;
  return alone || next === undefined || ready.length >= SIDE_BY_SIDE_MAX || ![...ready, next].every(isNeighbour);
}

/** Whether one call more starts beside those that run. */
export function neighbourStarts(context: Context): boolean {
  return context.pause === 'no' && context.requests.length > 0 && startable(context).length > 0;
}

/** Whether the next call must be decided later: it is none of the neighbours that are about to run. */
export function mustWait(context: Context, facts: Facts): boolean {
  return readyCalls(context).length > 0 && !facts.readOnly;
}

/** Its facts are taken again when the calls before it have ended. */
export function putOff(context: Context): Context {
  return changeNext({ ...context, requests: [] }, (call) => ({ ...call, changes: true }));
}

/** The call whose effect has been given the last id. */
export function startedCall(context: Context): Call | undefined {
  return context.turn.calls.find((call) => call.request === context.lastId);
}

export function startCall(context: Context): Context {
  const [ready] = startable(context);
  const request = context.lastId + 1;
  const next = { ...context, lastId: request, requests: [...context.requests, request] };
  return ready ? changeCall(next, ready, (call) => ({ ...call, request })) : next;
}

export function allowNext(context: Context, allowed: 'by verdict' | 'by person'): Context {
  return changeNext(context, (call) => ({ ...call, allowed }));
}

/** It is to be decided anew. */
export function unjudgeNext(context: Context): Context {
  return changeNext({ ...context, requests: [] }, (call) => ({ ...call, judgement: null }));
}

export function changeNext(context: Context, change: (call: Call) => Call): Context {
  const next = nextCall(context);
  return next ? changeCall(context, next, change) : context;
}

export function answerNext(context: Context, answer: Answer): Context {
  const next = nextCall(context);
  return next ? answerCall(context, next, answer) : context;
}

/** A call that ran has ended: with its answer, or before a sandbox that the person may let it out of. */
export function takeOutcome(context: Context, event: ToolEnded): Context {
  const { request, outcome, durationMs } = event;
  const { status, content, notes = [], details } = outcome;
  const image = status === 'ok' ? imageIn(details) : null;
  const ended = context.turn.calls.find((call) => call.request === request && call.answer === null);
  const rest = { ...context, requests: context.requests.filter((id) => id !== request) };
  if (!ended) return rest;
  const guides = newGuides(context.guides, event.guides);
  const isCut = details.truncated;
  const answer: Answer = {
    ...{ status, content, notes: [...notes, ...waysOut(context, ended, event)], durationMs },
    ...(typeof isCut === 'boolean' && { isCut }),
    ...(image && { image }),
    ...(guides.length > 0 && { guides }),
  };
  const from = context.turn.abortedBy === null ? blockedFrom(context, ended, event) : null;
  const told = [...context.guides, ...guides.map(({ path }) => path)];
  if (from === null) return answerCall({ ...rest, guides: told }, ended, answer);
  return changeCall(rest, ended, (call) => ({ ...undecided(call), blocked: { from, answer } }));
}

/** What a call would do is another thing by now: the leave to run was for something else. */
export function reconsider(context: Context, { request }: FactsChanged): Context {
  const call = context.turn.calls.find((one) => one.request === request && one.answer === null);
  const rest = { ...context, requests: context.requests.filter((id) => id !== request) };
  if (!call) return rest;
  if (call.reconsidered >= RECONSIDERED_MAX) return answerCall(rest, call, withoutRunning('error', KEEPS_CHANGING));
  return changeCall(rest, call, (one) => ({ ...undecided(one), reconsidered: one.reconsidered + 1 }));
}

/** As before anybody has decided about it. */
function undecided(call: Call): Call {
  const { vetted: _vetted, ...rest } = call;
  return { ...rest, judgement: null, allowed: 'no', request: null };
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
  // A list that could not be kept stops nothing; a question or a plan that was refused does.
  const changes = !readOnly && tool !== TODO.name;
  const answer = error && withoutRunning('error', error.message);
  const ref = { call: number, tool, params, asWritten };
  return {
    ref,
    error,
    readOnly,
    changes,
    judgement: null,
    allowed: 'no',
    reconsidered: 0,
    blocked: null,
    request: null,
    answer,
  };
}

/** What may be started: of what has leave, all that no hook must look at first. */
function startable(context: Context): readonly Call[] {
  const ready = readyCalls(context);
  return isHooked(context, 'before_tool_call') ? ready.filter(({ vetted }) => vetted === true) : ready;
}

/** What has leave to run and does not yet. Once the person has said something new, only what he has allowed himself. */
export function readyCalls(context: Context): readonly Call[] {
  const steered = nextSteer(context) !== undefined;
  return context.turn.calls.filter(
    ({ allowed, request, answer }) =>
      request === null && answer === null && (steered ? allowed === 'by person' : allowed !== 'no'),
  );
}

/** No call of its tool ever changes anything, and this one does not either. */
function isNeighbour({ readOnly, changes }: Call): boolean {
  return readOnly && !changes;
}

export function answerCall(context: Context, which: Call, answer: Answer): Context {
  const next = changeCall(context, which, (call) => ({ ...call, answer }));
  return { ...next, turn: { ...next.turn, calls: skipAfterFailure(next.turn.calls) } };
}

export function changeCall(context: Context, which: Call, change: (call: Call) => Call): Context {
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
