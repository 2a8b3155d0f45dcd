/**
 * The agent, as a chart: every state it can be in, and what takes it from one to the next. Pure: events in, effects out
 * (`emit`), no clock, no I/O, nothing spawned. What changes in the context stands in `turn.ts`.
 *
 *     idle → preparing → thinking → reading → choosing → deciding → permission → acting
 *                ↑         ↑│          │         ↑  └→ observing ─┐    (or at once)   │
 *                └──────────┼──────────┴─────────┼───────────────┘                   │
 *                 retrying ─┘└→ stopping         └────────────────────────────────────┘
 *
 * A turn ends in `finished` or `failed`; both, like `idle`, rest until the next prompt.
 */
import type { Reply } from '@tagma/protocol';
import { assign, emit, setup } from 'xstate';
import { BLANK, type Context, type QueuedMessage } from './context.ts';
import type { CallRef, Emitted, MessageTaken, TurnResult } from './effects.ts';
import type { AgentEvent, Fact } from './events.ts';
import * as queue from './queue.ts';
import { REPEATS_MAX } from './repetition.ts';
import * as result from './result.ts';
import * as turn from './turn.ts';

/**
 * Raised by every change of the scanner, the machine, the observation writer or a budget that alters what a log leads
 * to: a replay under the same number makes everything again and compares.
 */
export const BEHAVIOUR = 1;

/** Far more steps than any reply has calls; a chart that loops stops here instead of never. */
const MICROSTEPS_MAX = 100_000;

/** What the states take in which nothing runs and nothing is waited for. */
const AT_REST = {
  'prompt.given': { target: 'preparing', actions: 'takePrompt' },
  'steer.given': { target: 'preparing', actions: 'takePrompt' },
  'session.ended': 'closed',
} as const;

type Args = { readonly context: Context; readonly event: AgentEvent };

export const machine = setup({
  types: {} as { context: Context; events: AgentEvent; emitted: Emitted },
  guards: {
    isAnswer,
    isAllowed: (args: Args) => isAnswer(args) && verdictOn(args) === 'allow',
    mustAsk: (args: Args) => isAnswer(args) && verdictOn(args) === 'ask',
    saidYes: (args: Args) => isAnswer(args) && as(args.event, 'permission.answered').answer !== 'no',
    turnsUsedUp: ({ context }: Args) => context.turn.replies >= context.session.settings.turnsMax,
    repeatsItself: ({ context }: Args) => (context.turn.repetition?.times ?? 0) >= REPEATS_MAX,
    // The budget of the window comes with the work on long sessions; until then nothing is ever compacted.
    mustCompact: () => false,
    hasActions: ({ context }: Args) => context.turn.calls.length > 0,
    hasFinal: ({ context }: Args) => (context.turn.reply?.final ?? null) !== null,
    mayCorrect: ({ context }: Args) => context.turn.corrections < context.session.settings.correctionsMax,
    mayRetry: (args: Args) => isAnswer(args) && turn.mayRetry(args.context, as(args.event, 'reply.failed')),
    hasText: ({ context }: Args) => (context.turn.reply?.loose.trim() ?? '') !== '',
    hasStarted: ({ context }: Args) => context.session.behaviour > 0,
    mustPause: ({ context }: Args) => context.pause === 'wanted',
    steerWaits: ({ context }: Args) => queue.nextSteer(context) !== undefined,
    followUpWaits: ({ context }: Args) => context.result?.kind === 'done' && queue.nextFollowUp(context) !== undefined,
    callWaits: ({ context }: Args) => turn.nextCall(context) !== undefined,
    nothingRuns: ({ context }: Args) => context.request === null,
  },
  actions: {
    begin: assign(({ event }) => turn.begin(as(event, 'session.started'))),
    changeMode: assign(({ event }) => ({ mode: as(event, 'mode.changed').mode })),
    takePrompt: assign(({ context, event }) => queue.takePrompt(context, textOf(event))),
    pause: assign({ pause: 'wanted' }),
    resume: assign({ pause: 'no' }),
    stepOnce: assign({ pause: 'after next' }),
    pauseAfterStep: assign(({ context }) => ({ pause: context.pause === 'after next' ? 'wanted' : context.pause })),
    queuePrompt: assign(({ context, event }) => queue.enqueue(context, textOf(event), false)),
    queueSteer: assign(({ context, event }) => queue.enqueue(context, textOf(event), true)),
    withdraw: assign(({ context, event }) => queue.withdraw(context, as(event, 'message.withdrawn').message)),
    noteSteer: emit(({ context }) => taken(queue.nextSteer(context))),
    takeSteer: assign(({ context }) => queue.takeSteer(context)),
    noteFollowUp: emit(({ context }) => taken(queue.nextFollowUp(context))),
    takeFollowUp: assign(({ context }) => queue.takeFollowUp(context)),
    skipRest: assign(({ context }) => turn.skipRest(context)),
    newRequest: assign(({ context }) => turn.newRequest(context)),
    countReply: assign(({ context }) => turn.countReply(context)),
    askModel: emit(({ context }) => ({
      type: 'model.ask',
      id: context.lastId,
      turn: context.turn.replies,
      ...turn.requestOf(context),
    })),
    takeFailure: assign(({ context, event }) => turn.takeFailure(context, as(event, 'reply.failed'))),
    startTimer: emit(({ context, event }) => ({
      type: 'timer.start',
      id: context.lastId,
      ...turn.waitAfter(context, as(event, 'reply.failed')),
    })),
    readReply: assign(({ context, event }) => turn.readReply(context, as(event, 'reply.ended'))),
    noteReply: emit(({ context, event }) => ({
      type: 'reply.read',
      request: as(event, 'reply.ended').request,
      reply: readReplyOf(context),
    })),
    correct: assign(({ context }) => turn.correct(context)),
    takeFacts: emit(({ context }) => ({ type: 'facts.take', id: context.lastId, ...waiting(context) })),
    judge: assign(({ context, event }) => turn.judge(context, as(event, 'facts.taken'))),
    noteVerdict: emit(({ context }) => {
      const { call, decision } = turn.judgementOf(context);
      return { type: 'call.judged', call, decision };
    }),
    denyByVerdict: assign(({ context }) => turn.denyByVerdict(context)),
    askPerson: emit(({ context }) => ({
      type: 'person.ask',
      id: context.lastId,
      facts: turn.judgementOf(context).facts,
      why: turn.judgementOf(context).decision.by,
      always: turn.offeredRule(context),
      ...waiting(context),
    })),
    takeAnswer: assign(({ context, event }) => turn.takeAnswer(context, as(event, 'permission.answered'))),
    runTool: emit(({ context }) => ({ type: 'tool.run', id: context.lastId, ...waiting(context) })),
    takeOutcome: assign(({ context, event }) => turn.takeOutcome(context, as(event, 'tool.ended'))),
    observe: assign(({ context }) => turn.observe(context)),
    requestAbort: assign(({ context, event }) => turn.requestAbort(context, as(event, 'abort.requested'))),
    cancel: emit(({ context }) => ({ type: 'cancel', request: context.request ?? 0 })),
    takeInterrupted: assign(({ context, event }) => turn.takeInterrupted(context, as(event, 'reply.ended'))),
    dropRequest: assign({ request: null }),
    settleAbort: assign(({ context }) => turn.settleAbort(context)),
    finishDone: assign(({ context }) => result.finish(context, result.doneResult(context))),
    finishLimit: assign(({ context }) => result.finish(context, result.limitResult(context))),
    finishRepetition: assign(({ context }) => result.finish(context, result.repetitionResult())),
    finishUncorrected: assign(({ context }) => result.finish(context, result.uncorrectedResult(context))),
    finishAborted: assign(({ context }) => result.finish(context, result.abortedResult(context))),
    finishFailed: assign(({ context, event }) =>
      result.finish(context, result.failedResult(as(event, 'reply.failed'))),
    ),
    endTurn: emit(({ context }) => ({ type: 'turn.end', result: resultOf(context) })),
  },
}).createMachine({
  id: 'tagma',
  // The factory would run at each transition; a constant costs nothing.
  context: BLANK,
  options: { maxIterations: MICROSTEPS_MAX },
  // While a turn runs, what the person says waits; the states at rest take it themselves.
  on: {
    'mode.changed': { actions: 'changeMode' },
    'prompt.given': { guard: 'hasStarted', actions: 'queuePrompt' },
    'steer.given': { guard: 'hasStarted', actions: 'queueSteer' },
    'message.withdrawn': { actions: 'withdraw' },
    'pause.requested': { actions: 'pause' },
    'resume.requested': { actions: 'resume' },
  },
  initial: 'unstarted',
  states: {
    unstarted: { on: { 'session.started': { target: 'idle', actions: 'begin' } } },

    idle: {
      on: AT_REST,
    },

    preparing: {
      always: [
        { guard: 'mustPause', target: 'paused' },
        { guard: 'steerWaits', target: 'preparing', reenter: true, actions: ['noteSteer', 'takeSteer'] },
        { guard: 'turnsUsedUp', target: 'finished', actions: 'finishLimit' },
        { guard: 'repeatsItself', target: 'finished', actions: 'finishRepetition' },
        { guard: 'mustCompact', target: 'compacting' },
        { target: 'thinking', actions: 'countReply' },
      ],
    },

    // Nothing runs and nothing is begun. Where it goes on is told by the calls that wait.
    paused: {
      on: {
        'resume.requested': [
          { guard: 'hasActions', target: 'choosing', actions: 'resume' },
          { target: 'preparing', actions: 'resume' },
        ],
        'step.requested': [
          { guard: 'hasActions', target: 'choosing', actions: 'stepOnce' },
          { target: 'preparing', actions: 'stepOnce' },
        ],
        'abort.requested': { target: 'stopping', actions: 'requestAbort' },
      },
    },

    // The seam for long sessions: a summary is asked for here, and the conversation shrinks.
    compacting: { always: { target: 'thinking', actions: 'countReply' } },

    thinking: {
      entry: ['pauseAfterStep', 'newRequest', 'askModel'],
      on: {
        'reply.ended': { guard: 'isAnswer', target: 'reading', actions: ['readReply', 'noteReply'] },
        'reply.failed': [
          { guard: 'mayRetry', target: 'retrying', actions: 'takeFailure' },
          { guard: 'isAnswer', target: 'failed', actions: 'finishFailed' },
        ],
        'abort.requested': { target: 'stopping', actions: ['requestAbort', 'cancel'] },
      },
    },

    // The endpoint failed in a way that may pass: the same request is made again, after a while.
    retrying: {
      entry: ['newRequest', 'startTimer'],
      on: {
        'timer.fired': { guard: 'isAnswer', target: 'thinking' },
        'abort.requested': { target: 'stopping', actions: ['requestAbort', 'cancel'] },
      },
    },

    reading: {
      always: [
        { guard: 'hasActions', target: 'choosing' },
        { guard: 'steerWaits', target: 'preparing' },
        { guard: 'hasFinal', target: 'finished', actions: 'finishDone' },
        { guard: 'mayCorrect', target: 'correcting' },
        { guard: 'hasText', target: 'finished', actions: 'finishDone' },
        { target: 'finished', actions: 'finishUncorrected' },
      ],
    },

    correcting: { entry: 'correct', always: 'preparing' },

    choosing: {
      always: [
        { guard: 'mustPause', target: 'paused' },
        { guard: 'steerWaits', target: 'observing', actions: 'skipRest' },
        { guard: 'callWaits', target: 'deciding' },
        { target: 'observing' },
      ],
    },

    deciding: {
      entry: ['pauseAfterStep', 'newRequest', 'takeFacts'],
      on: {
        'facts.taken': [
          { guard: 'isAllowed', target: 'acting', actions: ['judge', 'noteVerdict'] },
          { guard: 'mustAsk', target: 'permission', actions: ['judge', 'noteVerdict'] },
          { guard: 'isAnswer', target: 'choosing', actions: ['judge', 'noteVerdict', 'denyByVerdict'] },
        ],
        'abort.requested': { target: 'stopping', actions: ['requestAbort', 'dropRequest'] },
      },
    },

    permission: {
      entry: ['newRequest', 'askPerson'],
      on: {
        'permission.answered': [
          { guard: 'saidYes', target: 'acting', actions: 'takeAnswer' },
          { guard: 'isAnswer', target: 'choosing', actions: 'takeAnswer' },
        ],
        'abort.requested': { target: 'stopping', actions: ['requestAbort', 'dropRequest'] },
      },
    },

    acting: {
      entry: ['newRequest', 'runTool'],
      on: {
        'tool.ended': { guard: 'isAnswer', target: 'choosing', actions: 'takeOutcome' },
        'abort.requested': { target: 'stopping', actions: ['requestAbort', 'cancel'] },
      },
    },

    observing: { entry: 'observe', always: 'preparing' },

    // Aborted: what still runs has been cancelled, and its end is awaited, so that nothing is left behind.
    stopping: {
      always: { guard: 'nothingRuns', target: 'finished', actions: ['settleAbort', 'finishAborted'] },
      on: {
        'reply.ended': { guard: 'isAnswer', actions: 'takeInterrupted' },
        'reply.failed': { guard: 'isAnswer', actions: 'dropRequest' },
        'tool.ended': { guard: 'isAnswer', actions: 'takeOutcome' },
        'timer.fired': { guard: 'isAnswer', actions: 'dropRequest' },
      },
    },

    finished: {
      entry: 'endTurn',
      always: { guard: 'followUpWaits', target: 'preparing', actions: ['noteFollowUp', 'takeFollowUp'] },
      on: AT_REST,
    },

    failed: {
      entry: 'endTurn',
      on: AT_REST,
    },

    closed: { type: 'final' },
  },
});

/** Answers carry the id of their request; what answers an earlier one is stale, and no state takes it. */
function isAnswer({ context, event }: Args): boolean {
  return 'request' in event && event.request === context.request;
}

function verdictOn({ context, event }: Args): string {
  return turn.decisionOn(context, as(event, 'facts.taken').facts).verdict;
}

function waiting(context: Context): CallRef {
  const call = turn.nextCall(context);
  if (!call) throw new Error('an effect about a call, and no call waits');
  return call.ref;
}

function taken(next: QueuedMessage | undefined): MessageTaken {
  if (!next) throw new Error('no message waits');
  return { type: 'message.taken', message: next.message, text: next.text };
}

function textOf(event: AgentEvent): string {
  return event.type === 'steer.given' ? event.text : as(event, 'prompt.given').text;
}

function readReplyOf(context: Context): Reply {
  if (!context.turn.reply) throw new Error('no reply has been read');
  return context.turn.reply;
}

function resultOf(context: Context): TurnResult {
  if (!context.result) throw new Error('the turn has no result');
  return context.result;
}

function as<T extends Fact['type']>(event: AgentEvent, type: T): Extract<AgentEvent, { type: T }> {
  if (event.type !== type) throw new Error(`${type} expected, ${event.type} came`);
  return event as Extract<AgentEvent, { type: T }>;
}
