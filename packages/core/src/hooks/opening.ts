/**
 * Hooks on what the person says: it is heard before it stands in the conversation, and what a turn begins with may be added
 * to. Where there are none of these hooks a turn begins as it did before there were any. Pure functions of the context.
 */
import type { Context, Opening, QueuedMessage } from '../context.ts';
import { appendUser } from '../conversation.ts';
import { NO_DIGEST } from '../digest.ts';
import type { HookRun } from '../effects.ts';
import type { Said } from '../events.ts';
import { beginTurn, nextFollowUp, nextSteer, withdraw } from '../queue.ts';
import { NO_SIZE } from '../tokens.ts';
import { NEW_TURN } from '../turn-state.ts';
import { isHooked } from './points.ts';
import type { HookEnded } from './types.ts';

/** Begins a turn with what is said now, behind what waited. */
export function takePrompt(context: Context, said: Said, at: number): Context {
  return opened({ ...context, queue: [] }, [...unopened(context), ...context.queue, said], at);
}

/** Begins a turn with a message that waited. */
export function takeFollowUp(context: Context, at: number): Context {
  const next = nextFollowUp(context);
  return next ? opened(withdraw(context, next.message), [...unopened(context), next], at) : context;
}

function opened(context: Context, all: readonly Said[], at: number): Context {
  const opens = isHooked(context, 'on_input') || isHooked(context, 'on_before_agent');
  if (!opens) return context.opening ? { ...beginTurn(context, all, at), opening: null } : beginTurn(context, all, at);
  const opening: Opening = { waiting: all, heard: [], answer: '' };
  const turn = { ...NEW_TURN, startedAt: at };
  return { ...context, compactions: 0, lastTurn: context.lastTurn + 1, turn, result: null, opening };
}

/** What was said to begin a turn that was stopped before it stood in the conversation. */
function unopened({ opening }: Context): readonly Said[] {
  return opening ? [...opening.heard, ...opening.waiting] : [];
}

/** What no hook has heard: what begins the turn, or what steers it. */
export function nextUnheard(context: Context): Said | QueuedMessage | undefined {
  if (!isHooked(context, 'on_input')) return undefined;
  if (context.opening) return context.opening.waiting[0];
  const steer = nextSteer(context);
  return steer?.heard === true ? undefined : steer;
}

export function hear(context: Context): HookRun {
  return { type: 'hook.run', id: context.lastId, point: 'on_input', steers: !context.opening };
}

export function beginHearing(context: Context): Context {
  const unheard = nextUnheard(context);
  return { ...context, hearing: unheard && 'message' in unheard ? unheard.message : null };
}

/** In the words that the hooks have left; gone, where one of them has seen to it. */
export function takeHeard(context: Context, { outcome }: HookEnded): Context {
  const rest = { ...context, requests: [], hearing: null };
  const isHandled = outcome?.kind === 'handled';
  const inWords = <T extends Said>(said: T): T => (outcome?.kind === 'text' ? { ...said, text: outcome.text } : said);
  const { opening } = context;
  if (opening) {
    const [said, ...waiting] = opening.waiting;
    if (isHandled) return { ...rest, opening: { ...opening, waiting, answer: outcome.answer } };
    return { ...rest, opening: { ...opening, waiting, heard: [...opening.heard, ...(said ? [inWords(said)] : [])] } };
  }
  const number = context.hearing ?? 0;
  if (isHandled) return withdraw(rest, number);
  const queue = context.queue.map((one) => (one.message === number ? { ...inWords(one), heard: true } : one));
  return { ...rest, queue };
}

/** Whether hooks have seen to all that the turn was to begin with. */
export function isHandled({ opening }: Context): boolean {
  return !!opening && opening.waiting.length === 0 && opening.heard.length === 0;
}

/** The turn is over before it has begun. */
export function finishHandled(context: Context): Context {
  const text = context.opening?.answer ?? '';
  const result = { kind: 'done', text, unstructured: false, denials: [], madeGood: false } as const;
  return { ...context, requests: [], opening: null, result };
}

/** What the turn begins with, once all of it has been heard. */
export function promptOf({ opening }: Context): string {
  return [...(opening?.heard ?? []), ...(opening?.waiting ?? [])].map(({ text }) => text).join('\n\n');
}

export function mustBrief(context: Context): boolean {
  return !!context.opening && isHooked(context, 'on_before_agent');
}

export function brief(context: Context): HookRun {
  return { type: 'hook.run', id: context.lastId, point: 'on_before_agent' };
}

/** The turn begins: in the words of the hooks, with what they add, under their system prompt. */
export function takeBriefing(context: Context, { outcome }: HookEnded): Context {
  const { prompt, system, messages } =
    outcome?.kind === 'briefed' ? outcome : { prompt: null, system: null, messages: [] };
  const said = unopened(context);
  const all: readonly Said[] =
    prompt === null ? said : [{ text: prompt, attached: said.flatMap(({ attached = [] }) => attached) }];
  const begun = begin({ ...withSystem(context, system), requests: [] }, all);
  let told = begun;
  for (const text of messages) told = { ...told, conversation: appendUser(told, text) };
  return told;
}

/** The turn begins with what has been heard. */
export function beginOpened(context: Context): Context {
  return begin(context, unopened(context));
}

/** It was counted when it was opened. */
function begin(context: Context, all: readonly Said[]): Context {
  const begun = beginTurn({ ...context, lastTurn: context.lastTurn - 1 }, all, context.turn.startedAt);
  return { ...begun, turn: { ...begun.turn, waitedMs: context.turn.waitedMs }, opening: null };
}

/** Another system prompt than the session's, for this turn; what was counted with the other no longer holds. */
function withSystem(context: Context, system: string | null): Context {
  const before = context.systemHooked ?? null;
  return before === system ? context : { ...context, systemHooked: system, digest: NO_DIGEST, size: NO_SIZE };
}
