/**
 * How much of an outcome the model is shown: a share of what a request may take, for all calls of one reply together. What one
 * call leaves goes to those that begin after it. It follows from what the context says when a call starts, for a window may be
 * found, and the endpoint's count be known, only later. Pure functions of the context.
 */
import { budgetOf } from './accounting.ts';
import type { Answer, Call } from './call.ts';
import type { Context } from './context.ts';
import type { OutputLimit } from './effects.ts';
import { estimateTokens } from './estimate.ts';
import { isMachineTool } from './machine-tools.ts';
import { charactersOf } from './tokens.ts';

/** As much as tools show at most, whatever the window. */
export const OUTPUT_BYTES_FULL = 50 * 1024;
/** The calls of a reply are shown so much together in any window, about 1 KB; and each of them so much. */
const REPLY_TOKENS_MIN = 300;
const CALL_BYTES_MIN = 256;

/** Tools whose outcome is a sentence: no share is kept for them. */
const BRIEF_TOOLS: ReadonlySet<string> = new Set(['write', 'edit']);

/** For the call whose effect has been given the last id. */
export function outputLimitOf(context: Context): OutputLimit {
  const { calls } = context.turn;
  return limitTo(context, (tokens) => {
    const used = calls.reduce((sum, { answer }) => sum + tokensShown(answer), 0);
    const sharing = calls.filter((call) => call.request === context.lastId || isWaiting(call)).length;
    return Math.max(tokens - used, 0) / Math.max(sharing, 1);
  });
}

/** For the person's own command, of which the model is told too. */
export function commandLimitOf(context: Context): OutputLimit {
  return limitTo(context, (tokens) => tokens);
}

/** Of each answer once: it is asked for again as each of the calls after it starts. */
const estimated = new WeakMap<Answer, number>();

/** What an answer shows, in tokens as estimated. */
function tokensShown(answer: Answer | null): number {
  if (answer === null) return 0;
  const known = estimated.get(answer);
  if (known !== undefined) return known;
  const tokens = estimateTokens(answer.content);
  estimated.set(answer, tokens);
  return tokens;
}

/** It may still be shown something. */
function isWaiting({ ref, answer }: Call): boolean {
  return answer === null && !isMachineTool(ref.tool) && !BRIEF_TOOLS.has(ref.tool);
}

/**
 * Characters are taken for bytes: those that take three bytes take about three times as much of a token.
 * @param shareOf what of the tokens of a whole reply, as estimated, the call may have
 */
function limitTo(context: Context, shareOf: (tokens: number) => number): OutputLimit {
  const tokens = (budgetOf(context) * context.session.settings.outputShare) / context.tokensRatio;
  if (tokens <= 0) return {};
  const bytes = charactersOf(shareOf(Math.max(tokens, REPLY_TOKENS_MIN)));
  return bytes >= OUTPUT_BYTES_FULL ? {} : { outputBytesMax: Math.max(bytes, CALL_BYTES_MIN) };
}
