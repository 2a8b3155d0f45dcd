/** The conversation is made smaller. */
import * as compaction from '../compaction/compaction.ts';
import { cut } from '../compaction/cutting.ts';
import { compactionOf } from '../compaction/under-way.ts';
import type { Context } from '../context.ts';
import type { CompactionCause } from '../effects.ts';
import type { AgentEvent } from '../events.ts';
import * as consent from '../hooks/consent.ts';
import * as models from '../models.ts';
import { as } from '../payloads.ts';
import * as result from '../result.ts';
import * as turn from '../turn.ts';
import { isAnswer, nothingRuns } from './requests.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  mayWantCompaction: ({ context }: Args) => context.result === null && compaction.hasOldPart(context),
  hasOldPart: ({ context }: Args) => compaction.hasOldPart(context),
  mustCompact: (args: Args) => mustCompact(args) && !consent.isRefused(args.context),
  mayShrink: (args: Args) => isAnswer(args) && isOverflow(args.event) && compaction.mayCompactAgain(args.context),
  wantsSummary: ({ context, event }: Args) =>
    event.recorded?.sumsUp === undefined
      ? compaction.wantsSummary(context)
      : event.recorded.sumsUp && compactionOf(context).stage === 'shortened',
  mustCut: ({ context }: Args) => compaction.mustCut(context),
  // While no turn ran the person has said something.
  isResumed: ({ context }: Args) => compaction.isResumed(context),
  hasFailed: ({ context }: Args) => compaction.isAtRest(context) && result.canGoOn(context),
  isResting: ({ context }: Args) => compaction.isAtRest(context),
  hasNotShrunk: ({ context }: Args) => compaction.hasNotShrunk(context),
  isCompactedAtRest: ({ context }: Args) => nothingRuns(context) && compaction.isAtRest(context),
  isCompactedFailure: ({ context }: Args) =>
    nothingRuns(context) && compaction.isAtRest(context) && result.canGoOn(context),
};

export const actions = {
  wantCompaction: assign(({ event }) => ({ compactionWanted: as(event, 'compact.requested').focus })),
  compactAtRest: assign(({ context, event }) =>
    compaction.compactAtRest(context, as(event, 'compact.requested').focus),
  ),
  compact: assign(({ context }) =>
    compaction.beginCompaction(context, causeOf(context), context.compactionWanted ?? ''),
  ),
  compactAfterOverflow: assign(({ context, event }) =>
    compaction.beginAfterOverflow({ ...context, requests: [] }, as(event, 'reply.failed')),
  ),
  askSummary: emit(({ context }) => ({
    type: 'summary.ask',
    id: context.lastId,
    ...turn.requestFor(compaction.summaryMessagesOf(context)),
    ...models.refOf(models.summaryModelOf(context)),
  })),
  countSummary: assign(({ context, event }) => turn.countSummary(context, as(event, 'reply.ended'))),
  takeSummary: assign(({ context, event }) => ({
    ...compaction.takeSummary(context, as(event, 'reply.ended')),
    requests: [],
  })),
  missSummary: assign(({ context, event }) => ({
    ...compaction.missSummary(context, as(event, 'reply.failed')),
    requests: [],
  })),
  cut: assign(({ context }) => cut(context)),
  noteCompaction: emit(({ context }) => compaction.compactedOf(context)),
  endCompaction: assign(({ context }) => compaction.endCompaction(context)),
  takeBackCompaction: assign(({ context }) => compaction.takeBackCompaction(context)),
};

function isOverflow(event: AgentEvent): boolean {
  return as(event, 'reply.failed').fault.kind === 'context-overflow';
}

/** Whether it must be, before the next request: as the record says, where there is one. */
export function mustCompact({ context, event }: Args): boolean {
  return event.recorded?.compacts === undefined
    ? compaction.mustCompact(context)
    : event.recorded.compacts && context.compactions === 0;
}

export function causeOf({ compactionWanted }: Context): CompactionCause {
  return compactionWanted === null ? 'threshold' : 'command';
}
