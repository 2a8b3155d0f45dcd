/** How a turn ends: at a limit, stopped, or with what the model has said. */
import type { Context } from '../context.ts';
import { extendLimit, limitReached } from '../limits.ts';
import { as, reached, resultOf } from '../payloads.ts';
import * as result from '../result.ts';
import * as turn from '../turn.ts';
import { isAnswer, nothingRuns, toCancel } from './requests.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  limitReached: ({ context, event }: Args) => limitReached(context, event.at) !== null,
  limitEnds: ({ context, event }: Args) => isHeadless(context) && limitReached(context, event.at) !== null,
  goesOn: (args: Args) => isAnswer(args) && as(args.event, 'limit.answered').answer === 'go on',
  mustCancel: ({ context }: Args) => toCancel(context) !== undefined,
  nothingRuns: ({ context }: Args) => nothingRuns(context),
};

export const actions = {
  askLimit: emit(({ context, event }) => ({ type: 'limit.ask', id: context.lastId, ...reached(context, event) })),
  extendLimit: assign(({ context, event }) => ({ ...extendLimit(context, event.at), requests: [] })),
  requestAbort: assign(({ context, event }) => turn.requestAbort(context, as(event, 'abort.requested'))),
  cancel: emit(({ context }) => ({ type: 'cancel', request: toCancel(context) ?? 0 })),
  markCancelled: assign(({ context }) => ({ cancelled: [...context.cancelled, toCancel(context) ?? 0] })),
  takeInterrupted: assign(({ context, event }) => turn.takeInterrupted(context, as(event, 'reply.ended'))),
  dropRequests: assign(({ context }) => turn.dropRequests(context)),
  settleAbort: assign(({ context, event }) => turn.settleAbort(context, event.at)),
  finishDone: assign(({ context }) => result.finish(context, result.doneResult(context))),
  finishLimit: assign(({ context, event }) => result.finish(context, result.limitResult(context, event.at))),
  finishUncorrected: assign(({ context }) => result.finish(context, result.uncorrectedResult(context))),
  finishAborted: assign(({ context }) => result.finish(context, result.abortedResult(context))),
  finishOverflown: assign(({ context }) => result.finish(context, result.overflownResult(context))),
  finishFailed: assign(({ context, event }) => result.finish(context, result.failedResult(as(event, 'reply.failed')))),
  endTurn: emit(({ context }) => ({ type: 'turn.end', result: resultOf(context) })),
};

function isHeadless({ session }: Context): boolean {
  return session.settings.headless;
}
