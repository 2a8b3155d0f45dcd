/** How a turn can end, as a value for whoever gave the prompt. */
import type { Context } from './context.ts';
import type { LimitReached, TurnResult } from './effects.ts';
import type { ReplyFailed } from './events.ts';
import { limitReached } from './limits.ts';

export function finish(context: Context, result: TurnResult): Context {
  return { ...context, requests: [], compactionWanted: null, result };
}

/** Whether the turn can go on where it ended. */
export function canGoOn({ result }: Context): boolean {
  return result?.kind === 'failed' || (result?.kind === 'aborted' && result.by === 'interruption');
}

export function doneResult({ turn }: Context): TurnResult {
  const final = turn.reply?.final ?? null;
  const text = final ?? turn.reply?.loose.trim() ?? '';
  return { kind: 'done', text, unstructured: final === null, denials: turn.denials, madeGood: turn.madeGood };
}

export function limitResult(context: Context, at: number): TurnResult {
  const reached = limitReached(context, at);
  if (reached === null) throw new Error('no limit has been reached');
  return { kind: 'limit', ...reached };
}

/** For a person: what a turn has used up, or what the model does again and again. */
export function limitWords({ limit, reason }: LimitReached): string {
  return limit === 'repetition'
    ? `the model repeats itself: ${reason}`
    : `the limit of ${limit.startsWith('session-') ? 'the session' : 'one prompt'} is reached: ${reason}`;
}

export function uncorrectedResult({ turn }: Context): TurnResult {
  return { kind: 'uncorrected', message: turn.reply?.error?.message ?? 'the reply holds no element' };
}

export function abortedResult({ turn }: Context): TurnResult {
  return { kind: 'aborted', by: turn.abortedBy ?? 'person' };
}

export function failedResult(event: ReplyFailed): TurnResult {
  return { kind: 'failed', fault: event.fault };
}

/** The conversation could not be made small enough. */
export function overflownResult({ compaction }: Context): TurnResult {
  if (!compaction?.fault) throw new Error('no overflow has been reported');
  return { kind: 'failed', fault: compaction.fault };
}
