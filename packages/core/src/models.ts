/**
 * Which model is asked. The person chooses one, at the start or later; while it fails, others may be asked in its place, each
 * for the rest of a turn. What is known of a model's window may grow while it is used. Pure functions of the context.
 */
import type { Fault } from '@tagma/protocol';
import type { Context } from './context.ts';
import type { ModelSwitched } from './effects.ts';
import type { SessionResumed, SessionStarted, WindowFound } from './events.ts';
import { type ModelChoice, type ModelRef, NO_MODEL } from './model-choice.ts';
import { type Failed, isOver, mayPass, type Outage } from './retry.ts';
import { systemFor, withSystem } from './system-choice.ts';

/** Failures in a row of one model before the next is asked. */
const FAILURES_BEFORE_NEXT = 2;
/** One that asks to be left alone for longer is not waited for where there is another. */
const RETRY_AFTER_MS_MAX = 10_000;
/** Smaller windows that a server names are taken for a misunderstanding. */
const WINDOW_TOKENS_MIN = 512;
/** The source of a window that is assumed. */
const NOBODY = 'default';

/** The models as the session begins with them: the chosen one, then those that are asked in its place. */
export function modelsOf({ model, fallbacks }: SessionStarted): Pick<Context, 'models' | 'startsInThought'> {
  return { models: [model, ...fallbacks], startsInThought: model.startsInThought };
}

/**
 * The session goes on with these models: what was learnt of the one that was asked stays, where it is asked again. Where its
 * window is not known any more, the one that was found small has not grown.
 */
export function goOnWith(before: Context, event: SessionResumed): Context {
  const models = [event.model, ...event.fallbacks];
  const changes = { models, asked: 0, modelWanted: null, windowAsked: null, counting: null };
  const context = { ...asking({ ...before, session: event }, changes), tokensRefused: refusedBefore(before, event) };
  if (event.model.windowTokens === 0 && event.systemSmall !== '' && isSame(modelOf(before), event.model)) {
    return withSystem(context, before.systemSent);
  }
  return withSystem(context, systemFor(event, event.model.windowTokens, context.tokensRatio));
}

/** A window that is asked for anew may be told as before, and much later: what was refused is not sent again meanwhile. */
function refusedBefore(before: Context, { model }: SessionResumed): Context['tokensRefused'] {
  const isAsked = isSame(modelOf(before), model) && model.windowTokens === 0;
  return isAsked && before.tokensRefused !== null ? roomOf(before) / before.tokensRatio : null;
}

/** The model that is asked now. */
export function modelOf({ models, asked }: Context): ModelChoice {
  return models[asked] ?? NO_MODEL;
}

/** The model that was chosen last, whether or not it has been asked yet. */
export function chosenModelOf({ modelWanted, models }: Context): ModelChoice {
  return modelWanted ?? models[0] ?? NO_MODEL;
}

/** Only its names. */
export function refOf({ endpoint, model }: ModelRef): ModelRef {
  return { endpoint, model };
}

/** The one that writes summaries. */
export function summaryModelOf(context: Context): ModelChoice {
  return context.session.summaryModel ?? modelOf(context);
}

/** The person has chosen another one: it is asked from the next request on. */
export function wantModel(context: Context, model: ModelChoice): Context {
  return { ...context, modelWanted: model };
}

export function takeModel(context: Context): Context {
  const { models, modelWanted } = context;
  if (modelWanted === null) return context;
  const known = models.find((one) => isSame(one, modelWanted));
  const windowTokens = modelWanted.windowTokens || (known?.windowTokens ?? 0);
  const others = context.session.fallbacks.filter((one) => !isSame(one, modelWanted));
  return asking(context, { models: [{ ...modelWanted, windowTokens }, ...others], modelWanted: null, asked: 0 });
}

/**
 * Whether the next one of the list is asked, because this one fails.
 * @param outage the failure counted
 * @param delayMs after which this one would be asked again; null where it would not be
 */
export function isNextAsked(
  { asked, models, session }: Context,
  { fault, at }: Failed,
  outage: Outage,
  delayMs: number | null,
): boolean {
  if (asked + 1 >= models.length || isOver(outage, at, session.settings.outageMsMax)) return false;
  if (fault.kind === 'quota') return true;
  if (!mayPass(fault)) return false;
  const isLeft = delayMs === null || (fault.retryAfterMs ?? 0) > RETRY_AFTER_MS_MAX;
  return isLeft || outage.failuresHere >= FAILURES_BEFORE_NEXT;
}

export function fallBack(context: Context): Context {
  const { outage } = context.turn;
  const turn = { ...context.turn, outage: outage && { ...outage, failuresHere: 0 } };
  return asking(context, { turn, asked: context.asked + 1 });
}

/** Whether another one than the chosen one is asked, and a new turn begins. */
export function mustReturn({ asked, turn }: Context): boolean {
  return asked > 0 && turn.replies === 0 && turn.outage === null;
}

export function returnToChosen(context: Context): Context {
  return asking(context, { asked: 0 });
}

export function switched(context: Context, why: ModelSwitched['why']): ModelSwitched {
  return { type: 'model.switched', ...refOf(modelOf(context)), why };
}

/** Whether the window of the model has to be found out: not before it has answered at all, and only where that is wanted. */
export function wantsWindow(context: Context): boolean {
  const { session, windowAsked, usage } = context;
  const now = modelOf(context);
  if (!session.settings.findsWindow || now.windowTokens > 0) return false;
  if (windowAsked !== null && (windowAsked.id !== null || isSame(windowAsked, now))) return false;
  return usage.all.replies > 0;
}

/** It is found out beside all else: nothing waits for it. */
export function askWindow(context: Context): Context {
  const id = context.lastId + 1;
  return { ...context, lastId: id, windowAsked: { id, ...refOf(modelOf(context)) } };
}

export function isWindowAsked({ windowAsked }: Context, { request }: WindowFound): boolean {
  return windowAsked?.id === request;
}

export function takeWindow(context: Context, { tokens, source }: WindowFound): Context {
  const { windowAsked, models } = context;
  if (windowAsked === null) return context;
  const isOther = !isSame(windowAsked, modelOf(context));
  const learnt = {
    windowGuessed: context.windowGuessed && isOther,
    // A server that says so may have been given a larger one.
    tokensRefused: isOther || source === NOBODY ? context.tokensRefused : null,
  };
  const answered = { ...context, windowAsked: { ...windowAsked, id: null }, ...learnt };
  return { ...answered, models: withWindow(models, windowAsked, tokens) };
}

/**
 * A server that reports an overflow may say how much it takes in: it is believed where that is less than was known, or where
 * nobody had told more than a guess. Where it does not say, a window that nobody knows is taken for what it was sent; one that
 * somebody has told stays. Whichever it is, as much as was refused is not sent again.
 * @param tokensSent as estimated, and corrected
 */
export function learnWindow(context: Context, { windowTokens: named = 0 }: Fault, tokensSent: number): Context {
  const known = modelOf(context).windowTokens;
  const isGuess = known === 0 || context.windowGuessed;
  const { tokensRefused, tokensRatio } = context;
  const isRefused = tokensSent >= WINDOW_TOKENS_MIN;
  const learnt = isRefused
    ? { ...context, tokensRefused: Math.min(tokensSent / tokensRatio, tokensRefused ?? Number.POSITIVE_INFINITY) }
    : context;
  if (named >= WINDOW_TOKENS_MIN) return isGuess || named < known ? withWindowOf(learnt, named, false) : learnt;
  return isGuess && isRefused ? withWindowOf(learnt, Math.min(tokensSent, known || tokensSent), true) : learnt;
}

function withWindowOf(context: Context, windowTokens: number, windowGuessed: boolean): Context {
  return { ...context, windowGuessed, models: withWindow(context.models, modelOf(context), windowTokens) };
}

/** The tokens of the window, or fewer where so many were refused; 0 where nothing is known. */
export function roomOf(context: Context): number {
  const { windowTokens } = modelOf(context);
  const { tokensRefused, tokensRatio } = context;
  if (windowTokens === 0 && tokensRefused !== null) return Math.round(tokensRefused * tokensRatio);
  // What the endpoint has counted since may say that they did not fit.
  return tokensRefused === null ? windowTokens : Math.min(windowTokens, Math.round(tokensRefused * tokensRatio));
}

/** Of a model that has not been asked. */
const NOTHING_LEARNT = { imagesSent: false, tokensRatio: 1, countedBy: 'nobody', counting: null } as const;
/** Of a window. */
const NOTHING_REFUSED = { windowGuessed: false, tokensRefused: null } as const;

/** What was learnt of one model says nothing about another: neither how it counts, nor how it begins, nor what it has cached. */
function asking(before: Context, changes: Partial<Context>): Context {
  const after = { ...before, ...changes };
  const [was, now] = [modelOf(before), modelOf(after)];
  const isOther = !isSame(was, now);
  if (!isOther && was.windowTokens === now.windowTokens) return after;
  const context = { ...after, ...NOTHING_REFUSED };
  const known = isOther ? { ...context, ...NOTHING_LEARNT, startsInThought: now.startsInThought } : context;
  return withSystem(known, systemFor(known.session, now.windowTokens, known.tokensRatio));
}

function withWindow(models: readonly ModelChoice[], ref: ModelRef, windowTokens: number): readonly ModelChoice[] {
  return models.map((one) => (isSame(one, ref) ? { ...one, windowTokens } : one));
}

function isSame(a: ModelRef, b: ModelRef): boolean {
  return a.endpoint === b.endpoint && a.model === b.model;
}
