/**
 * What the names in the chart mean: each guard and each action, as a pure function of the context and the event. What changes in
 * the context stands in `turn.ts` and its neighbours; here it is only called.
 */
import { assign, emit, setup } from 'xstate';
import * as asking from './asking.ts';
import * as calls from './calls.ts';
import * as compaction from './compaction/compaction.ts';
import { type Context, newRequest } from './context.ts';
import * as counting from './counting.ts';
import * as deciding from './deciding.ts';
import type { CompactionCause, Emitted, ModeSwitched } from './effects.ts';
import type { AgentEvent } from './events.ts';
import * as hookedCalls from './hooks/calls.ts';
import * as consent from './hooks/consent.ts';
import * as edits from './hooks/edits.ts';
import * as notices from './hooks/notices.ts';
import * as opening from './hooks/opening.ts';
import { isHooked } from './hooks/points.ts';
import { endWaiting, extendLimit, limitReached } from './limits.ts';
import * as models from './models.ts';
import { commandLimitOf, outputLimitOf } from './output-budget.ts';
import {
  answered,
  as,
  held,
  ignored,
  interrupted,
  reached,
  replyOf,
  required,
  resultOf,
  saidIn,
  started,
  taken,
  waiting,
} from './payloads.ts';
import { planFileOf } from './plan-mode.ts';
import * as queue from './queue.ts';
import * as result from './result.ts';
import * as resuming from './resuming.ts';
import { withoutRule } from './rules.ts';
import * as shell from './shell.ts';
import { todoAfter } from './todo.ts';
import * as turn from './turn.ts';
import * as undo from './undo.ts';

export type Args = { readonly context: Context; readonly event: AgentEvent };

export const agent = setup({
  types: {} as { context: Context; events: AgentEvent; emitted: Emitted },
  guards: {
    isAnswer,
    mustAsk: (args: Args) => isAnswer(args) && verdictOn(args) === 'ask',
    mustWait: (args: Args) => isAnswer(args) && calls.mustWait(args.context, as(args.event, 'facts.taken').facts),
    isAllowed: (args: Args) => isAnswer(args) && verdictOn(args) === 'allow',
    isApproved: (args: Args) =>
      isAnswer(args) && args.context.presented && as(args.event, 'plan.answered').answer === 'approve',
    isEmptyPlan: (args: Args) => isAnswer(args) && as(args.event, 'plan.presented').text.trim() === '',
    isPresented: (args: Args) => isAnswer(args) && args.context.presented,
    addsRule: (args: Args) =>
      isAnswer(args) && deciding.addedRule(args.context, as(args.event, 'permission.answered')) !== null,
    goesOn: (args: Args) => isAnswer(args) && as(args.event, 'limit.answered').answer === 'go on',
    mayRetry: (args: Args) => isAnswer(args) && turn.mayRetry(args.context, as(args.event, 'reply.failed')),
    isReplaced: (args: Args) => isAnswer(args) && args.context.modelWanted !== null,
    mustFallBack: (args: Args) => isAnswer(args) && turn.mustFallBack(args.context, as(args.event, 'reply.failed')),
    mayShrink: (args: Args) => isAnswer(args) && isOverflow(args.event) && compaction.mayCompactAgain(args.context),
    isSaidMeanwhile: (args: Args) => isAnswer(args) && undo.isSaidMeanwhile(args.context),
    isSaidSinceCommand: (args: Args) => isAnswer(args) && shell.isSaidSinceCommand(args.context),
    isAfterFailure: (args: Args) => isAnswer(args) && result.canGoOn(args.context),
    hasStarted: ({ context }: Args) => context.session.behaviour > 0,
    mayWantCompaction: ({ context }: Args) => context.result === null && compaction.hasOldPart(context),
    hasFailed: ({ context }: Args) => compaction.isAtRest(context) && result.canGoOn(context),
    hasOldPart: ({ context }: Args) => compaction.hasOldPart(context),
    mustPause: ({ context }: Args) => context.pause === 'wanted',
    steerWaits: ({ context }: Args) => queue.nextSteer(context) !== undefined,
    followUpWaits: ({ context }: Args) => context.result?.kind === 'done' && queue.nextFollowUp(context) !== undefined,
    modelWaits: ({ context }: Args) => context.modelWanted !== null,
    mustReturn: ({ context }: Args) => models.mustReturn(context),
    isElsewhere: ({ context }: Args) => context.asked > 0,
    wantsWindow: ({ context }: Args) => models.wantsWindow(context),
    isWindow: ({ context, event }: Args) => models.isWindowAsked(context, as(event, 'window.found')),
    wantsCount: ({ context }: Args) => counting.wantsCount(context),
    isCount: ({ context, event }: Args) => counting.isCountAsked(context, as(event, 'tokens.counted')),
    limitReached: ({ context, event }: Args) => limitReached(context, event.at) !== null,
    limitEnds: ({ context, event }: Args) => isHeadless(context) && limitReached(context, event.at) !== null,
    mustCompact: (args: Args) => mustCompact(args) && !consent.isRefused(args.context),
    mustConsent: (args: Args) => consent.wantsConsent(args.context) && mustCompact(args),
    mustConsentAtRest: ({ context }: Args) => consent.wantsConsent(context) && compaction.hasOldPart(context),
    isConsent: (args: Args) =>
      isAnswer(args) && consent.isAtRest(args.context) && consent.isGiven(as(args.event, 'hook.ended')),
    isSaidSinceConsent: (args: Args) =>
      isAnswer(args) && consent.isAtRest(args.context) && consent.isSaidSinceConsent(args.context),
    isRefusedAfterFailure: (args: Args) =>
      isAnswer(args) && consent.isAtRest(args.context) && result.canGoOn(args.context),
    isRefusedAtRest: (args: Args) => isAnswer(args) && consent.isAtRest(args.context),
    isAskedAtRest: ({ context }: Args) => nothingRuns(context) && consent.isAtRest(context),
    isAskedAfterFailure: ({ context }: Args) =>
      nothingRuns(context) && consent.isAtRest(context) && result.canGoOn(context),
    mustHear: ({ context }: Args) => opening.nextUnheard(context) !== undefined,
    isHandled: ({ context }: Args) => opening.isHandled(context),
    mustBrief: ({ context }: Args) => opening.mustBrief(context),
    isOpened: ({ context }: Args) => !!context.opening,
    leavesReply: (args: Args) =>
      isAnswer(args) && !args.context.opening && args.context.turn.reply !== null && isHandledBy(args.event),
    isOvertaken: (args: Args) => isAnswer(args) && isOvertaken(args.context),
    mustCompose: ({ context }: Args) => isHooked(context, 'on_context'),
    isNoticed: ({ context }: Args) => notices.isNoticed(context),
    isTold: ({ context, event }: Args) => notices.isTold(context, as(event, 'hook.ended')),
    wantsSummary: ({ context, event }: Args) =>
      event.recorded?.sumsUp === undefined
        ? compaction.wantsSummary(context)
        : event.recorded.sumsUp && compaction.compactionOf(context).stage === 'shortened',
    mustCut: ({ context }: Args) => compaction.mustCut(context),
    hasNotShrunk: ({ context }: Args) => compaction.hasNotShrunk(context),
    // While no turn ran the person has said something.
    isResumed: ({ context }: Args) => compaction.isResumed(context),
    isResting: ({ context }: Args) => compaction.isAtRest(context),
    isCompactedAtRest: ({ context }: Args) => nothingRuns(context) && compaction.isAtRest(context),
    isCompactedFailure: ({ context }: Args) =>
      nothingRuns(context) && compaction.isAtRest(context) && result.canGoOn(context),
    hasActions: ({ context }: Args) => context.turn.calls.length > 0,
    replyWaits: ({ context }: Args) => !context.opening && context.conversation.at(-1)?.message.role === 'assistant',
    hasFinal: ({ context }: Args) => (context.turn.reply?.final ?? null) !== null,
    mayCorrect: ({ context }: Args) => context.turn.corrections < context.session.settings.correctionsMax,
    hasText: ({ context }: Args) => (context.turn.reply?.loose.trim() ?? '') !== '',
    mustVet: ({ context }: Args) => hookedCalls.callToVet(context) !== undefined,
    mustShape: ({ context }: Args) => hookedCalls.callToShape(context) !== undefined,
    mustAct: ({ context }: Args) => calls.mustAct(context),
    neighbourStarts: ({ context }: Args) => calls.neighbourStarts(context),
    answersItself: ({ context }: Args) => asking.answerAtOnce(context) !== null,
    asksPerson: ({ context }: Args) => asking.isAsking(context),
    beginsPlan: ({ context }: Args) => asking.isPlanning(context, 'enter'),
    handsInPlan: ({ context }: Args) => asking.isPlanning(context, 'done'),
    callWaits: ({ context }: Args) => calls.nextCall(context) !== undefined,
    mustCancel: ({ context }: Args) => toCancel(context) !== undefined,
    isInterrupted: ({ context }: Args) => resuming.interruptedCall(context) !== undefined,
    isTurnCutOff: ({ context }: Args) => resuming.isTurnCutOff(context),
    canGoOn: ({ context }: Args) => result.canGoOn(context),
    nothingRuns: ({ context }: Args) => nothingRuns(context),
  },
  actions: {
    begin: assign(({ event }) => notices.noticed(turn.begin(as(event, 'session.started')), { point: 'session_start' })),
    changeMode: assign(({ context, event }) => asking.changeMode(context, as(event, 'mode.changed').mode)),
    removeRule: assign(({ context, event }) => ({ rules: withoutRule(context.rules, as(event, 'rule.removed').rule) })),
    wantModel: assign(({ context, event }) => models.wantModel(context, as(event, 'model.changed').model)),
    takeModel: assign(({ context }) => notices.withModelTold(models.takeModel(context))),
    noteModel: emit(({ context }) => models.switched(context, 'chosen')),
    fallBack: assign(({ context }) => notices.withModelTold(turn.askAnew(models.fallBack(context)))),
    noteFallback: emit(({ context }) => models.switched(context, 'failing')),
    returnToChosen: assign(({ context }) => notices.withModelTold(models.returnToChosen(context))),
    noteReturn: emit(({ context }) => models.switched(context, 'new turn')),
    askAnew: assign(({ context }) => turn.askAnew(turn.withoutOutage(context))),
    askWindow: assign(({ context }) => models.askWindow(context)),
    findWindow: emit(({ context }) => ({
      type: 'window.find',
      id: context.lastId,
      ...models.refOf(models.modelOf(context)),
    })),
    takeWindow: assign(({ context, event }) => models.takeWindow(context, as(event, 'window.found'))),
    askCount: assign(({ context }) => counting.askCount(context)),
    countTokens: emit(({ context }) => ({ type: 'tokens.count', id: context.lastId, ...turn.requestOf(context) })),
    takeCount: assign(({ context, event }) => counting.takeCount(context, as(event, 'tokens.counted'))),
    noteIgnored: emit(({ context, event }) => ignored(context, event)),

    takePrompt: assign(({ context, event }) =>
      notices.withStart(context, opening.takePrompt(context, saidIn(event), event.at)),
    ),
    queuePrompt: assign(({ context, event }) => queue.enqueue(context, saidIn(event), false)),
    queueSteer: assign(({ context, event }) => queue.enqueue(context, saidIn(event), true)),
    withdraw: assign(({ context, event }) => queue.withdraw(context, as(event, 'message.withdrawn').message)),
    noteSteer: emit(({ context }) => taken(queue.nextSteer(context))),
    takeSteer: assign(({ context }) => queue.takeSteer(context)),
    noteFollowUp: emit(({ context }) => taken(queue.nextFollowUp(context))),
    takeFollowUp: assign(({ context, event }) => notices.withStart(context, opening.takeFollowUp(context, event.at))),
    beginHearing: assign(({ context }) => opening.beginHearing(newRequest(context))),
    hear: emit(({ context }) => opening.hear(context)),
    takeHeard: assign(({ context, event }) => opening.takeHeard(context, as(event, 'hook.ended'))),
    finishHandled: assign(({ context }) => opening.finishHandled(context)),
    brief: emit(({ context }) => opening.brief(context)),
    takeBriefing: assign(({ context, event }) => opening.takeBriefing(context, as(event, 'hook.ended'))),
    beginOpened: assign(({ context }) => opening.beginOpened(context)),
    compose: emit(({ context }) => edits.composeOf(context, turn.requestOf({ ...context, edits: null }))),
    takeEdits: assign(({ context, event }) => edits.takeEdits(context, as(event, 'hook.ended'))),
    beginConsent: assign(({ context }) =>
      consent.askConsent(context, false, causeOf(context), context.compactionWanted ?? ''),
    ),
    beginConsentAtRest: assign(({ context, event }) =>
      consent.askConsent(context, true, 'command', as(event, 'compact.requested').focus),
    ),
    askConsent: emit(({ context }) => consent.consentAsked(context)),
    takeConsent: assign(({ context, event }) => consent.takeConsent(context, as(event, 'hook.ended'))),
    compactConsented: assign(({ context }) => consent.compactAtRest(context)),
    dropConsent: assign(({ context }) => consent.dropConsent(context)),
    numberNotice: assign(({ context }) => notices.numberNotice(context)),
    tellHooks: emit(({ context }) => ({ type: 'hook.tell', id: context.lastId, ...notices.nextNotice(context) })),
    dropNotice: assign(({ context }) => notices.dropNotice(context)),
    takeTold: assign(({ context, event }) => notices.takeTold(context, as(event, 'hook.ended'))),
    noticeErrors: assign(({ context, event }) => notices.withErrors(context, as(event, 'hook.ended'))),
    noticeEnd: assign(({ context, event }) => notices.withEnd(context, event)),
    noticeShutdown: assign(({ context, event }) =>
      notices.noticed(context, { point: 'session_shutdown', reason: as(event, 'session.ended').reason }),
    ),

    pause: assign({ pause: 'wanted' }),
    resume: assign({ pause: 'no' }),
    stepOnce: assign({ pause: 'after next' }),
    pauseAfterStep: assign(({ context }) => turn.pausedAfterStep(context)),
    startWaiting: assign(({ event }) => ({ waitingSince: event.at })),
    endWaiting: assign(({ context, event }) => endWaiting(context, event.at)),

    askLimit: emit(({ context, event }) => ({ type: 'limit.ask', id: context.lastId, ...reached(context, event) })),
    extendLimit: assign(({ context, event }) => ({ ...extendLimit(context, event.at), requests: [] })),

    newRequest: assign(({ context }) => newRequest(context)),
    countReply: assign(({ context, event }) =>
      notices.withStepBegun(withoutConsent(turn.countReply(context)), event.at),
    ),
    askModel: emit(({ context }) => ({
      type: 'model.ask',
      id: context.lastId,
      turn: context.turn.replies,
      ...turn.requestOf(context),
      ...models.refOf(models.modelOf(context)),
    })),
    takeFailure: assign(({ context, event }) => turn.takeFailure(context, as(event, 'reply.failed'))),
    startTimer: emit(({ context, event }) => ({
      type: 'timer.start',
      id: context.lastId,
      ...turn.waitAfter(context, as(event, 'reply.failed')),
    })),
    resumeTurn: assign(({ context }) => turn.resumeTurn(context)),

    readReply: assign(({ context, event }) => turn.readReply(context, as(event, 'reply.ended'))),
    noteReply: emit(({ context, event }) => ({
      type: 'reply.read',
      request: as(event, 'reply.ended').request,
      reply: replyOf(context),
    })),
    correct: assign(({ context, event }) => notices.withStepEnded(context, turn.correct(context), event.at)),

    takeFacts: emit(({ context }) => ({ type: 'facts.take', id: context.lastId, ...waiting(context) })),
    judge: assign(({ context, event }) => deciding.judge(context, as(event, 'facts.taken'))),
    noteVerdict: emit(({ context }) => {
      const { call, decision } = deciding.judgementOf(context);
      return { type: 'call.judged', call, decision };
    }),
    putOff: assign(({ context }) => calls.putOff(context)),
    allow: assign(({ context }) => calls.allowNext(context, 'by verdict')),
    unjudge: assign(({ context }) => deciding.unjudge(context)),
    denyByVerdict: assign(({ context }) => deciding.denyByVerdict(context)),
    askPerson: emit(({ context }) => ({
      type: 'person.ask',
      id: context.lastId,
      facts: deciding.judgementOf(context).facts,
      why: deciding.whyAsked(context),
      ...(calls.nextCall(context)?.blocked ? { outside: true as const } : {}),
      always: deciding.offeredRule(context),
      ...waiting(context),
    })),
    noteRule: emit(({ context, event }) => {
      const rule = deciding.addedRule(context, as(event, 'permission.answered'));
      return { type: 'rule.added', rule: required(rule, 'a rule that is added') };
    }),
    takeAnswer: assign(({ context, event }) => deciding.takeAnswer(context, as(event, 'permission.answered'))),

    noteItself: emit(({ context }) => answered(context, asking.answerAtOnce(context))),
    answerItself: assign(({ context }) =>
      calls.answerNext(
        { ...context, todo: todoAfter(context) },
        required(asking.answerAtOnce(context), 'an answer of the machine itself'),
      ),
    ),
    askQuestion: emit(({ context }) => ({
      type: 'question.ask',
      id: context.lastId,
      ...asking.questionOf(context),
      ...waiting(context),
    })),
    takeReply: assign(({ context, event }) => asking.takeReply(context, as(event, 'question.answered'))),
    notePlan: emit(({ context }) => answered(context, asking.planBegun(context))),
    enterPlan: assign(({ context }) => asking.enterPlan(context)),
    reviewPlan: emit(({ context }) => ({
      type: 'plan.review',
      id: context.lastId,
      file: planFileOf(context),
      ...waiting(context),
    })),
    presentPlan: assign({ presented: true }),
    noteEmptyPlan: emit(({ context }) => answered(context, asking.emptyPlan(context))),
    refusePlan: assign(({ context }) => calls.answerNext({ ...context, requests: [] }, asking.emptyPlan(context))),
    putPlanAway: assign({ presented: false }),
    takeReview: assign(({ context, event }) => asking.takeReview(context, as(event, 'plan.answered'))),
    noteMode: emit(({ context }): ModeSwitched => ({ type: 'mode.switched', mode: context.mode })),

    vetCall: emit(({ context }) => hookedCalls.askedOf(context, 'before_tool_call')),
    takeVetting: assign(({ context, event }) => hookedCalls.takeVetting(context, as(event, 'hook.ended'))),
    shapeResult: emit(({ context }) => hookedCalls.askedOf(context, 'on_tool_result')),
    takeShaping: assign(({ context, event }) => hookedCalls.takeShaping(context, as(event, 'hook.ended'))),

    startCall: assign(({ context }) => calls.startCall(context)),
    runTool: emit(({ context }) => ({
      type: 'tool.run',
      id: context.lastId,
      ...started(context),
      ...held(context),
      ...outputLimitOf(context),
    })),
    takeOutcome: assign(({ context, event }) => {
      const ended = as(event, 'tool.ended');
      return notices.withToolTold(context, calls.takeOutcome(context, ended), ended.request);
    }),
    reconsider: assign(({ context, event }) => calls.reconsider(context, as(event, 'facts.changed'))),
    skipRest: assign(({ context }) => turn.skipRest(context)),
    observe: assign(({ context, event }) => notices.withStepEnded(context, turn.observe(context, event.at), event.at)),

    beginUndo: assign(({ context }) => undo.beginUndo(context)),
    runUndo: emit(({ context, event }) => ({
      type: 'undo.run',
      id: context.lastId,
      steps: as(event, 'undo.requested').steps,
    })),
    takeUndone: assign(({ context, event }) => undo.takeUndone(context, as(event, 'undo.ended').outcome)),

    beginCommand: assign(({ context, event }) => shell.beginCommand(context, as(event, 'shell.requested').command)),
    runCommand: emit(({ context, event }) => ({
      type: 'shell.run',
      id: context.lastId,
      command: as(event, 'shell.requested').command,
      ...commandLimitOf(context),
    })),
    takeCommand: assign(({ context, event }) => shell.takeCommand(context, as(event, 'shell.ended'))),

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
    takeSummary: assign(({ context, event }) => ({
      ...compaction.takeSummary(context, as(event, 'reply.ended')),
      requests: [],
    })),
    missSummary: assign(({ context, event }) => ({
      ...compaction.missSummary(context, as(event, 'reply.failed')),
      requests: [],
    })),
    countSummary: assign(({ context, event }) => turn.countSummary(context, as(event, 'reply.ended'))),
    cut: assign(({ context }) => compaction.cut(context)),
    noteCompaction: emit(({ context }) => compaction.compactedOf(context)),
    endCompaction: assign(({ context }) => compaction.endCompaction(context)),
    takeBackCompaction: assign(({ context }) => compaction.takeBackCompaction(context)),

    requestAbort: assign(({ context, event }) => turn.requestAbort(context, as(event, 'abort.requested'))),
    cancel: emit(({ context }) => ({ type: 'cancel', request: toCancel(context) ?? 0 })),
    markCancelled: assign(({ context }) => ({ cancelled: [...context.cancelled, toCancel(context) ?? 0] })),
    takeInterrupted: assign(({ context, event }) => turn.takeInterrupted(context, as(event, 'reply.ended'))),
    dropRequests: assign(({ context }) => turn.dropRequests(context)),
    settleAbort: assign(({ context, event }) => turn.settleAbort(context, event.at)),

    takeUp: assign(({ context, event }) =>
      notices.noticed(resuming.takeUp(context, as(event, 'session.resumed')), { point: 'session_start' }),
    ),
    noteInterrupted: emit(({ context }) => interrupted(context)),
    answerInterrupted: assign(({ context }) => resuming.answerInterrupted(context)),
    endCutOff: assign(({ context, event }) => resuming.endCutOff(context, event.at)),

    finishDone: assign(({ context }) => result.finish(context, result.doneResult(context))),
    finishLimit: assign(({ context, event }) => result.finish(context, result.limitResult(context, event.at))),
    finishUncorrected: assign(({ context }) => result.finish(context, result.uncorrectedResult(context))),
    finishAborted: assign(({ context }) => result.finish(context, result.abortedResult(context))),
    finishOverflown: assign(({ context }) => result.finish(context, result.overflownResult(context))),
    finishFailed: assign(({ context, event }) =>
      result.finish(context, result.failedResult(as(event, 'reply.failed'))),
    ),
    endTurn: emit(({ context }) => ({ type: 'turn.end', result: resultOf(context) })),
  },
});

function mustCompact({ context, event }: Args): boolean {
  return event.recorded?.compacts === undefined
    ? compaction.mustCompact(context)
    : event.recorded.compacts && context.compactions === 0;
}

/** What hooks have said about a compaction holds for one request. */
function withoutConsent(context: Context): Context {
  return context.consent == null ? context : { ...context, consent: null };
}

/** Whether the person has asked for something that comes before the next request. */
function isOvertaken(context: Context): boolean {
  const { pause, modelWanted, compactionWanted } = context;
  return (
    pause === 'wanted' || modelWanted !== null || compactionWanted !== null || queue.nextSteer(context) !== undefined
  );
}

function isHandledBy(event: AgentEvent): boolean {
  return as(event, 'hook.ended').outcome?.kind === 'handled';
}

/** Answers carry the id of their request; what answers another one is late, and no state takes it. */
function isAnswer({ context, event }: Args): boolean {
  return 'request' in event && context.requests.includes(event.request);
}

function isHeadless({ session }: Context): boolean {
  return session.settings.headless;
}

function isOverflow(event: AgentEvent): boolean {
  return as(event, 'reply.failed').fault.kind === 'context-overflow';
}

function verdictOn({ context, event }: Args): string {
  return deciding.decisionOn(context, as(event, 'facts.taken')).verdict;
}

function causeOf({ compactionWanted }: Context): CompactionCause {
  return compactionWanted === null ? 'threshold' : 'command';
}

function nothingRuns({ requests }: Context): boolean {
  return requests.length === 0;
}

/** What runs and has not been cancelled yet. */
function toCancel({ requests, cancelled }: Context): number | undefined {
  return requests.find((request) => !cancelled.includes(request));
}
