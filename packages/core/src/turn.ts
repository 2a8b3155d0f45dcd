/**
 * How the context changes: one pure function for each thing that can happen in a turn. The chart in `machine.ts` says
 * when; this file says what. How a turn can end stands in `result.ts`.
 */
import { alteredSpellings, writeCorrection } from '@tagma/protocol';
import { saidIn } from './asking.ts';
import { BLANK } from './blank.ts';
import { answerRest, planCalls, withoutRunning } from './calls.ts';
import { canonicalReply, interruptedReply, reasoningOf, shortReply, turnedBack } from './canonical-reply.ts';
import { endCompaction, summaryMessagesOf } from './compaction/compaction.ts';
import type { Context } from './context.ts';
import { appendAssistant, appendUser, messagesOf } from './conversation.ts';
import { digestText, digestTo, NO_DIGEST } from './digest.ts';
import type { TimerStart } from './effects.ts';
import { estimateTokens } from './estimate.ts';
import type { AbortRequested, AgentEvent, ReplyEnded, SessionStarted } from './events.ts';
import { filesAfter } from './files.ts';
import { requestMessagesOf } from './hooks/edits.ts';
import { warn } from './limits.ts';
import type { Message } from './message.ts';
import type { ModelChoice } from './model-choice.ts';
import { isNextAsked, modelOf, modelsOf, summaryModelOf } from './models.ts';
import { correctionFor, imagesOf, observationsOf } from './observations.ts';
import { withPlanTold } from './plan-mode.ts';
import { parseEnded } from './reading.ts';
import { repeatedBy } from './repetition.ts';
import { type Failed, failedAgain, type Outage, patienceMs, retriesAllowed, retryDelay } from './retry.ts';
import { systemFor } from './system-choice.ts';
import { imageTokens, NO_SIZE, ratioFrom, sizeTo } from './tokens.ts';
import type { Turn } from './turn-state.ts';
import { withReply, withReplyOf } from './usage.ts';

const STEERED = 'not run: the user has said something new first. Send it again if it is still wanted.';
const ABORTED = withoutRunning('aborted', 'stopped by the user');

export function begin(event: SessionStarted): Context {
  const { mode, rules } = event.settings;
  const systemSent = systemFor(event, event.model.windowTokens);
  return { ...BLANK, session: event, systemSent, ...modelsOf(event), mode, rules };
}

/** One more reply is asked for; what no later step changes of the messages is digested and counted for good. */
export function countReply(context: Context): Context {
  const messages = messagesOf(context);
  const unchanging = messages.length - 1;
  return {
    ...context,
    digest: digestTo(context.digest, messages, unchanging),
    size: sizeTo(context.size, messages, unchanging),
    sent: context.conversation.length,
    turn: { ...context.turn, replies: context.turn.replies + 1 },
  };
}

export function pausedAfterStep({ pause }: Context): Pick<Context, 'pause'> {
  return { pause: pause === 'after next' ? 'wanted' : pause };
}

type Request = { readonly messages: number; readonly digest: string };

/** How many messages the model is sent, and the digest of them all. */
export function requestOf(context: Context): Request {
  if (context.edits && context.edits.length > 0) return requestFor(requestMessagesOf(context));
  return requestWith(context, messagesOf(context));
}

/** The same for a request that the conversation has no part in. */
export function requestFor(messages: readonly Message[]): Request {
  return requestWith({ digest: NO_DIGEST }, messages);
}

function requestWith({ digest }: Pick<Context, 'digest'>, messages: readonly Message[]): Request {
  return { messages: messages.length, digest: digestText(digestTo(digest, messages, messages.length)) };
}

/** How long to wait after a failure before the request is made again; null where it is not. */
function delayAfter(context: Context, { fault, at }: Failed, outage: Outage): number | null {
  return retryDelay(fault, outage, at, context.session.settings, isReached(context));
}

/** Whether a model has answered at all in this session. */
function isReached({ usage }: Context): boolean {
  return usage.all.replies > 0;
}

export function mayRetry(context: Context, event: Failed): boolean {
  return delayAfter(context, event, failedAgain(context.turn.outage, event.at)) !== null;
}

/** Whether the next model of the list is asked in the place of this one. */
export function mustFallBack(context: Context, event: Failed): boolean {
  const outage = failedAgain(context.turn.outage, event.at);
  return isNextAsked(context, event, outage, delayAfter(context, event, outage));
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
  const { retriesMax } = context.session.settings;
  return { ms, retry: outage.failures, retriesMax: retriesAllowed(event.fault, retriesMax, isReached(context)) };
}

/** For how many milliseconds a request that is made now waits for a sign of life; null for as long as is usual. */
export function patienceOf({ turn, session }: Context, at: number): number | null {
  return turn.outage === null ? null : patienceMs(turn.outage, at, session.settings);
}

/** The reply that was asked for is asked for anew, of another model. */
export function askAnew(context: Context): Context {
  const { turn } = context;
  return { ...dropRequests(context), turn: { ...turn, replies: turn.replies - 1 } };
}

/** What failed is no longer asked. */
export function withoutOutage(context: Context): Context {
  return { ...context, turn: { ...context.turn, outage: null } };
}

/** A turn that has failed goes on. */
export function resumeTurn(context: Context): Context {
  return { ...withoutOutage(context), pause: 'no', result: null };
}

/** Reads the reply; its actions become the calls of this turn. A call whose action is in error is answered here. */
export function readReply(context: Context, event: ReplyEnded & Pick<AgentEvent, 'recorded'>): Context {
  const finish = event.finish === 'length' ? 'length' : 'stop';
  const reply = event.recorded?.reply ?? turnedBack(parseEnded(context, event, finish), context.shown);
  const calls = planCalls(context, reply);
  const { tools } = context.session;
  const paid = counted(context, event);
  const whole = canonicalReply(reply, tools);
  return {
    ...paid,
    requests: [],
    conversation: appendAssistant(
      context,
      whole,
      // Only actions are shortened: of a long answer there would be a second copy.
      reply.actions.length === 0 ? whole : shortReply(reply, tools),
      modelOf(context).reasoningBack ? reasoningOf(reply) : '',
    ),
    startsInThought: context.startsInThought || reply.startedInThought === true,
    imagesSent: event.imagesSent === true,
    lastCall: context.lastCall + calls.length,
    compactions: 0,
    turn: { ...paid.turn, reply, calls, outage: null },
  };
}

/** What a request has cost; and by how much its tokens were estimated wrong. */
function counted(context: Context, event: ReplyEnded): Context {
  const tokens = estimatedFor(context, event);
  const after = paid(context, event, modelOf(context), tokens);
  if (!event.usage) return after;
  return { ...after, tokensRatio: ratioFrom(event.usage.input, tokens), countedBy: 'endpoint' };
}

/** The tokens of the request that the event answers. */
function estimatedFor(context: Context, { imagesSent }: ReplyEnded): number {
  const messages = requestMessagesOf(context);
  const images = imagesSent === true ? imageTokens(messages) : 0;
  const isEdited = context.edits != null && context.edits.length > 0;
  return sizeTo(isEdited ? NO_SIZE : context.size, messages, messages.length).tokens + images;
}

/** A summary has its price too, whether it is any good or not. */
export function countSummary(context: Context, event: ReplyEnded): Context {
  const messages = summaryMessagesOf(context);
  return paid(context, event, summaryModelOf(context), sizeTo(NO_SIZE, messages, messages.length).tokens);
}

/** @param asked the tokens of the request, as estimated */
function paid(context: Context, { usage, text, reasoning }: ReplyEnded, model: ModelChoice, asked: number): Context {
  const thought = estimateTokens(reasoning);
  const estimated = { input: asked, output: estimateTokens(text) + thought, reasoning: thought };
  const used = usage ? { usage } : ({ usage: estimated, estimated: true } as const);
  const { turn } = context;
  return {
    ...context,
    usage: withReplyOf(context.usage, model, used),
    turn: { ...turn, usage: withReply(turn.usage, used, model.prices) },
  };
}

/** What was cut off is paid for as far as it had come; of a request that nothing came of nobody knows whether it was read. */
function paidAsFarAsItCame(context: Context, event: ReplyEnded): Context {
  if (event.usage === null && isNothing(event)) return context;
  return context.compaction === null ? counted(context, event) : countSummary(context, event);
}

function isNothing({ text, reasoning }: ReplyEnded): boolean {
  return text === '' && reasoning === '';
}

export function correct(context: Context): Context {
  const { turn, session } = context;
  const problem = turn.reply?.error;
  if (!problem) return context;
  const conversation = appendUser(context, correctionFor(session.correction, problem));
  return { ...context, conversation, turn: { ...turn, corrections: turn.corrections + 1 } };
}

/** The person has said something new: what has not begun is not begun. A step that was for one of these calls is used up. */
export function skipRest(context: Context): Context {
  const stepped = context.turn.calls.some(({ answer, allowed }) => answer === null && allowed !== 'no');
  const skipped = answerRest(context, withoutRunning('skipped', STEERED));
  return stepped ? { ...skipped, ...pausedAfterStep(context) } : skipped;
}

/** All calls are answered: the observations go to the model. */
export function observe(context: Context, at: number): Context {
  const { turn, session } = context;
  if (!turn.reply) return context;
  const said = context.conversation.at(-1)?.message.content ?? '';
  const observed = { ...turn, repetition: repeatedBy(turn.repetition, said, turn.calls) };
  const { context: told, warning } = warn({ ...context, turn: observed }, at);
  const { text, parts } = observationsOf(turn.calls, turn.reply, session.repair);
  const warned = warning === null ? '' : `\n\n${writeCorrection(warning)}`;
  return withPlanTold({
    ...told,
    conversation: appendUser(context, text + warned, { parts, said: saidIn(turn.calls), images: imagesOf(turn.calls) }),
    shown: [...new Set([...context.shown, ...alteredSpellings(text)])],
    files: filesAfter(context, turn.calls),
    turn: { ...tally(told.turn), calls: [], reply: null, corrections: 0 },
  });
}

export function requestAbort(context: Context, event: AbortRequested): Context {
  return { ...context, turn: { ...context.turn, abortedBy: event.by } };
}

/** The reply was cut by an abort: what it had thought stays, nothing of it runs. Of a summary nothing stays, and of nothing nothing. */
export function takeInterrupted(before: Context, event: ReplyEnded): Context {
  const context = paidAsFarAsItCame(before, event);
  if (context.compaction !== null || isNothing(event)) return dropRequests(context);
  const reply = parseEnded(context, event, 'length');
  return { ...dropRequests(context), conversation: appendAssistant(context, interruptedReply(reply)) };
}

export function dropRequests(context: Context): Context {
  return { ...context, requests: [], cancelled: [] };
}

/** Every call without an answer gets one, so that the conversation stays valid after an abort. What was wanted of the turn, a pause or a compaction, is over as well. */
export function settleAbort(context: Context, at: number): Context {
  const settled: Context = { ...endCompaction(context), cancelled: [], pause: 'no', compactionWanted: null };
  return settled.turn.calls.length === 0 ? settled : observe(answerRest(settled, ABORTED), at);
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
