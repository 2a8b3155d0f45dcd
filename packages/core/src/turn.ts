/**
 * How the context changes: one pure function for each thing that can happen in a turn. The chart in `machine.ts` says
 * when; this file says what. How a turn can end stands in `result.ts`.
 */
import {
  alteredSpellings,
  type Facts,
  type OutcomeStatus,
  type Reply,
  type ReplyAction,
  writeCorrection,
} from '@tagma/protocol';
import { type Answer, BLANK, type Call, type Context, type Judgement, type Turn } from './context.ts';
import {
  appendAssistant,
  appendUser,
  canonicalReply,
  correctionFor,
  interruptedReply,
  messagesOf,
  observationsOf,
  turnedBack,
} from './conversation.ts';
import { digestText, digestTo } from './digest.ts';
import type { TimerStart } from './effects.ts';
import type {
  AbortRequested,
  FactsTaken,
  PermissionAnswered,
  ReplyEnded,
  ReplyFailed,
  SessionStarted,
  ToolEnded,
} from './events.ts';
import { parseEnded } from './reading.ts';
import { repeatedBy, warningOf } from './repetition.ts';
import { failedAgain, type Outage, retryDelay } from './retry.ts';
import { alwaysRule, type Judged, type Rule } from './rules.ts';
import { type Decision, decide } from './verdict.ts';

const SKIPPED =
  'not run: an earlier action of the same reply was denied, failed or stopped. Send it again if it is still wanted.';
const STEERED = 'not run: the user has said something new first. Send it again if it is still wanted.';
const ABORTED = withoutRunning('aborted', 'stopped by the user');
const NOBODY_TO_ASK = 'nobody is there to ask';

export function begin(event: SessionStarted): Context {
  return { ...BLANK, session: event, mode: event.settings.mode, rules: event.settings.rules };
}

/** Gives the next effect its id, and waits for its answer. */
export function newRequest(context: Context): Context {
  const id = context.lastId + 1;
  return { ...context, lastId: id, request: id };
}

/** One more reply is asked for; the messages that no later step changes are taken into the digest for good. */
export function countReply(context: Context): Context {
  const messages = messagesOf(context);
  const digest = digestTo(context.digest, messages, messages.length - 1);
  return { ...context, digest, turn: { ...context.turn, replies: context.turn.replies + 1 } };
}

/** How many messages the model is sent, and the digest of them all. */
export function requestOf(context: Context): { readonly messages: number; readonly digest: string } {
  const messages = messagesOf(context);
  return { messages: messages.length, digest: digestText(digestTo(context.digest, messages, messages.length)) };
}

type Failed = ReplyFailed & { readonly at: number };

/** How long to wait after a failure before the request is made again; null where it is not. */
function delayAfter({ session, conversation }: Context, { fault, at }: Failed, outage: Outage): number | null {
  const reached = conversation.some(({ role }) => role === 'assistant');
  return retryDelay(fault, outage, at, session.settings, reached);
}

export function mayRetry(context: Context, event: Failed): boolean {
  return delayAfter(context, event, failedAgain(context.turn.outage, event.at)) !== null;
}

/** Nothing of what had arrived is kept: the reply is asked for again as a whole. */
export function takeFailure(context: Context, event: Failed): Context {
  return { ...context, turn: { ...context.turn, outage: failedAgain(context.turn.outage, event.at) } };
}

/** What is waited for, once the failure has been taken. */
export function waitAfter(context: Context, event: Failed): Pick<TimerStart, 'ms' | 'retry' | 'retriesMax'> {
  const { outage } = context.turn;
  const ms = outage && delayAfter(context, event, outage);
  if (outage === null || ms === null) throw new Error('a failure that is not waited for');
  return { ms, retry: outage.failures, retriesMax: context.session.settings.retriesMax };
}

/** Reads the reply; its actions become the calls of this turn. A call whose action is in error is answered here. */
export function readReply(context: Context, event: ReplyEnded): Context {
  const finish = event.finish === 'length' ? 'length' : 'stop';
  const read = parseEnded(context, event, finish);
  const reply = turnedBack(read, context.shown);
  const calls = planCalls(context, reply);
  return {
    ...context,
    request: null,
    conversation: appendAssistant(context, canonicalReply(reply, context.session.tools)),
    startsInThought: context.startsInThought || reply.startedInThought === true,
    lastCall: context.lastCall + calls.length,
    turn: { ...context.turn, reply, calls, outage: null },
  };
}

export function correct(context: Context): Context {
  const { turn, session } = context;
  const problem = turn.reply?.error;
  if (!problem) return context;
  const conversation = appendUser(context, correctionFor(session.correction, problem));
  return { ...context, conversation, turn: { ...turn, corrections: turn.corrections + 1 } };
}

/** The call whose turn it is: the first without an answer. */
export function nextCall(context: Context): Call | undefined {
  return context.turn.calls.find((call) => call.answer === null);
}

/** The verdict on the next call. Where nobody can be asked, what would ask is denied. */
export function decisionOn(context: Context, facts: Facts): Decision {
  const decision = decide(judged(context, facts), context.mode, context.rules);
  if (decision.verdict !== 'ask' || !context.session.settings.headless) return decision;
  return { verdict: 'deny', by: `${decision.by}; ${NOBODY_TO_ASK}` };
}

export function judge(context: Context, { facts }: FactsTaken): Context {
  const judgement = { facts, decision: decisionOn(context, facts) };
  return changeNext({ ...context, request: null }, (call) => ({ ...call, judgement, changes: !facts.readOnly }));
}

/** Facts and verdict of the next call, once it has been judged. */
export function judgementOf(context: Context): Judgement & { readonly call: number } {
  const call = nextCall(context);
  if (!call?.judgement) throw new Error('the next call has not been judged');
  return { call: call.ref.call, ...call.judgement };
}

/** The rule that the answer "always" would add for the next call, or null where none is offered. */
export function offeredRule(context: Context): Rule | null {
  return alwaysRule(judged(context, judgementOf(context).facts));
}

export function denyByVerdict(context: Context): Context {
  return deny(context, judgementOf(context).decision.by);
}

export function takeAnswer(context: Context, event: PermissionAnswered): Context {
  const rule = event.answer === 'always' ? offeredRule(context) : null;
  const answered = { ...context, request: null, rules: rule ? [...context.rules, rule] : context.rules };
  if (event.answer !== 'no') return answered;
  return deny(answered, event.reason === '' ? 'the user said no' : `the user said no: ${event.reason}`);
}

export function takeOutcome(context: Context, event: ToolEnded): Context {
  const { status, content, notes = [] } = event.outcome;
  return answerNext({ ...context, request: null }, { status, content, notes, durationMs: event.durationMs });
}

/** The person has said something new: what has not begun is not begun. */
export function skipRest(context: Context): Context {
  const { turn } = context;
  const answer = withoutRunning('skipped', STEERED);
  const calls = turn.calls.map((call) => (call.answer ? call : { ...call, answer }));
  return { ...context, turn: { ...turn, calls } };
}

/** All calls are answered: the observations go to the model. */
export function observe(context: Context): Context {
  const { turn, session } = context;
  if (!turn.reply) return context;
  const observations = observationsOf(turn.calls, turn.reply, session.repair);
  const shown = [...new Set([...context.shown, ...alteredSpellings(observations)])];
  const repetition = repeatedBy(turn.repetition, turn.calls);
  const warning = warningOf(repetition);
  const said = warning === null ? observations : `${observations}\n\n${writeCorrection(warning)}`;
  const conversation = appendUser(context, said);
  return {
    ...context,
    conversation,
    shown,
    turn: { ...tally(turn), calls: [], reply: null, corrections: 0, repetition },
  };
}

export function requestAbort(context: Context, event: AbortRequested): Context {
  return { ...context, turn: { ...context.turn, abortedBy: event.by } };
}

/** The reply was cut by an abort: what it had thought stays, nothing of it runs. */
export function takeInterrupted(context: Context, event: ReplyEnded): Context {
  const reply = parseEnded(context, event, 'length');
  const conversation = appendAssistant(context, interruptedReply(reply));
  return { ...context, request: null, conversation };
}

/** Every call without an answer gets one, so that the conversation stays valid after an abort. */
export function settleAbort(context: Context): Context {
  const { turn } = context;
  if (turn.calls.length === 0) return context;
  const calls = turn.calls.map((call) => (call.answer ? call : { ...call, answer: ABORTED }));
  return observe({ ...context, turn: { ...turn, calls } });
}

function planCalls(context: Context, reply: Reply): readonly Call[] {
  return skipAfterFailure(reply.actions.map((action, i) => callOf(context, action, context.lastCall + 1 + i)));
}

function callOf(context: Context, action: ReplyAction, number: number): Call {
  const { tool, params, asWritten = {}, error } = action;
  const readOnly = context.session.tools.find((spec) => spec.name === tool)?.readOnly === true;
  const answer = error && withoutRunning('error', error.message);
  return { ref: { call: number, tool, params, asWritten }, error, changes: !readOnly, judgement: null, answer };
}

function deny(context: Context, why: string): Context {
  return answerNext(context, withoutRunning('denied', `denied: ${why}`));
}

/** The answer to a call whose tool did not run. */
function withoutRunning(status: OutcomeStatus, content: string): Answer {
  return { status, content, notes: [], durationMs: null };
}

function answerNext(context: Context, answer: Answer): Context {
  const next = changeNext(context, (call) => ({ ...call, answer }));
  return { ...next, turn: { ...next.turn, calls: skipAfterFailure(next.turn.calls) } };
}

/**
 * What follows a call that would change something, and did not come to a good end, is skipped. An action in error
 * behind it keeps its own answer: the model can mend both at once.
 */
function skipAfterFailure(calls: readonly Call[]): readonly Call[] {
  const failed = calls.findIndex((call) => call.changes && call.answer !== null && call.answer.status !== 'ok');
  if (failed < 0) return calls;
  const answer = withoutRunning('skipped', SKIPPED);
  return calls.map((call, i) => (i > failed && call.answer === null ? { ...call, answer } : call));
}

function changeNext(context: Context, change: (call: Call) => Call): Context {
  const next = nextCall(context);
  const calls = context.turn.calls.map((call) => (call === next ? change(call) : call));
  return { ...context, turn: { ...context.turn, calls } };
}

function judged(context: Context, facts: Facts): Judged {
  const { tool, params } = nextCall(context)?.ref ?? { tool: '', params: {} };
  return { tool, params, facts, folder: context.session.folder };
}

/** Keeps count of what was denied, and of whether all actions of a later reply ran. */
function tally(turn: Turn): Turn {
  const denied = turn.calls.filter((call) => call.answer?.status === 'denied');
  if (denied.length > 0) {
    const denials = denied.map(({ ref, answer }) => ({ call: ref.call, tool: ref.tool, why: answer?.content ?? '' }));
    return { ...turn, denials: [...turn.denials, ...denials], madeGood: false };
  }
  const ran = turn.calls.every((call) => call.error === null && call.answer?.status !== 'skipped');
  return { ...turn, madeGood: turn.madeGood || (turn.denials.length > 0 && ran) };
}
