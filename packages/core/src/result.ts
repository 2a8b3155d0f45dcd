/** How a turn can end, as a value for whoever gave the prompt. */
import type { Context } from './context.ts';
import type { TurnResult } from './effects.ts';
import type { ReplyFailed } from './events.ts';
import { REPEATS_MAX } from './repetition.ts';

export function finish(context: Context, result: TurnResult): Context {
  return { ...context, request: null, result };
}

export function doneResult({ turn }: Context): TurnResult {
  const final = turn.reply?.final ?? null;
  const text = final ?? turn.reply?.loose.trim() ?? '';
  return { kind: 'done', text, unstructured: final === null, denials: turn.denials, madeGood: turn.madeGood };
}

export function limitResult({ session }: Context): TurnResult {
  return { kind: 'limit', limit: 'turns', max: session.settings.turnsMax };
}

export function repetitionResult(): TurnResult {
  return { kind: 'limit', limit: 'repetition', max: REPEATS_MAX };
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
