/**
 * How much a turn may use up: replies, tokens, money, time, and what of tokens and money is left of the session's; and how
 * often it may go in a circle. The model is told once when little is left. When nothing is, the person decides, and where there is none the turn ends.
 */
import type { Context } from './context.ts';
import type { LimitReached } from './effects.ts';
import { circleToEnd, circleToTell, wordsOf } from './repetition.ts';
import type { Turn } from './turn-state.ts';
import { tokensIn } from './usage.ts';

type Budget = Exclude<LimitReached['limit'], 'repetition'>;

/** How much of a limit a turn has used up, in the unit of `LimitReached`; `max` is 0 where there is none. */
export type Used = { readonly limit: Budget; readonly used: number; readonly max: number };

/** From this share on the model is told; of replies, when one is left. */
const SHARE_TOLD = 0.9;
/** A turn of so few replies needs no warning. */
const REPLIES_UNTOLD = 2;

const BUDGETS: readonly Budget[] = ['turns', 'tokens', 'cost', 'time', 'session-tokens', 'session-cost'];

const WORDS: { readonly [budget in Budget]: (used: number) => string } = {
  turns: (used) => (used === 1 ? '1 reply' : `${used} replies`),
  tokens: (used) => `${used} tokens`,
  cost: costWords,
  time: (used) => `${Math.round(used / 1000)} seconds`,
  'session-tokens': (used) => `${used} tokens`,
  'session-cost': costWords,
};

const LEFT: { readonly [budget in Budget]: string } = {
  turns: 'Only one more reply is left in this turn.',
  tokens: 'Little is left of the tokens of this turn.',
  cost: 'Little is left of the cost of this turn.',
  time: 'Little is left of the time of this turn.',
  'session-tokens': 'Little is left of the tokens of this session.',
  'session-cost': 'Little is left of the cost of this session.',
};

/** How far the turn is from each of its limits but repetition, and the session from its own. `at` in milliseconds since 1970. */
export function budgetsOf(context: Context, at: number): readonly Used[] {
  return BUDGETS.map((limit) => ({ limit, used: usedOf(context, limit, at), max: maxOf(context, limit) }));
}

/** What of the turn has been used up; null while something is left of everything. `at` in milliseconds since 1970. */
export function limitReached(context: Context, at: number): LimitReached | null {
  const reached = budgetsOf(context, at).find(({ used, max }) => max > 0 && used >= max);
  if (reached) return { ...reached, reason: WORDS[reached.limit](reached.used) };
  const circle = circleToEnd(context.turn.repetition);
  if (circle === null) return null;
  return { limit: 'repetition', used: circle.times, max: circle.times, reason: wordsOf(circle) };
}

/** The person lets the turn go on: with as much again, or with its circles forgotten. */
export function extendLimit(context: Context, at: number): Context {
  const reached = limitReached(context, at);
  if (reached === null) return context;
  const { turn } = context;
  if (reached.limit === 'repetition') return { ...context, turn: { ...turn, repetition: null } };
  const more = { [reached.limit]: reached.used + settingOf(context, reached.limit) };
  const told = without(turn, reached.limit);
  if (isOfSession(reached.limit)) {
    const usage = { ...context.usage, granted: { ...context.usage.granted, ...more } };
    return { ...context, usage, turn: { ...turn, told } };
  }
  return { ...context, turn: { ...turn, granted: { ...turn.granted, ...more }, told } };
}

/** What the model is told before its next reply, if there is something: each thing once. */
export function warn(context: Context, at: number): { readonly context: Context; readonly warning: string | null } {
  const { turn } = context;
  const circle = circleToTell(turn.repetition);
  if (circle !== null && turn.repetition !== null) {
    const warning = `You have done ${wordsOf(circle)}. Do something else, or finish and say what is in the way.`;
    return { context: { ...context, turn: { ...turn, repetition: { ...turn.repetition, told: true } } }, warning };
  }
  const short = BUDGETS.find((budget) => !turn.told.includes(budget) && isShort(context, budget, at));
  if (short === undefined) return { context, warning: null };
  return { context: { ...context, turn: { ...turn, told: [...turn.told, short] } }, warning: leftWords(short) };
}

/** The person has answered: what the turn may take in time goes on from here. */
export function endWaiting(context: Context, at: number): Context {
  const { waitingSince, turn } = context;
  if (waitingSince === null) return context;
  return { ...context, waitingSince: null, turn: { ...turn, waitedMs: turn.waitedMs + at - waitingSince } };
}

function isShort(context: Context, budget: Budget, at: number): boolean {
  const [used, max] = [usedOf(context, budget, at), maxOf(context, budget)];
  if (budget === 'turns') return max > REPLIES_UNTOLD && used === max - 1;
  return max > 0 && used >= max * SHARE_TOLD;
}

function costWords(used: number): string {
  return `a cost of ${Number(used.toFixed(4))}`;
}

function leftWords(budget: Budget): string {
  return `${LEFT[budget]} Finish now: say in <final> what is done and what is not.`;
}

function usedOf({ turn, usage }: Context, budget: Budget, at: number): number {
  switch (budget) {
    case 'turns':
      return turn.replies;
    case 'tokens':
      return tokensIn(turn.usage);
    case 'cost':
      return turn.usage.cost;
    case 'time':
      return at - turn.startedAt - turn.waitedMs;
    case 'session-tokens':
      return tokensIn(usage.since);
    case 'session-cost':
      return usage.since.cost;
  }
}

function maxOf(context: Context, budget: Budget): number {
  const { turn, usage } = context;
  return (isOfSession(budget) ? usage.granted[budget] : turn.granted[budget]) ?? settingOf(context, budget);
}

function isOfSession(budget: Budget): budget is 'session-tokens' | 'session-cost' {
  return budget === 'session-tokens' || budget === 'session-cost';
}

function settingOf({ session }: Context, budget: Budget): number {
  const { turnsMax, tokensMax, costMax, timeMsMax, sessionTokensMax = 0, sessionCostMax = 0 } = session.settings;
  return {
    ...{ turns: turnsMax, tokens: tokensMax, cost: costMax, time: timeMsMax },
    ...{ 'session-tokens': sessionTokensMax, 'session-cost': sessionCostMax },
  }[budget];
}

function without(turn: Turn, budget: Budget): Turn['told'] {
  return turn.told.filter((told) => told !== budget);
}
