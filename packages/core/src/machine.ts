/**
 * The agent, as a chart: every state it can be in, and what takes it from one to the next. Pure: events in, effects out
 * (`emit`), no clock, no I/O, nothing spawned. What the names of guards and actions mean stands in `wiring.ts`.
 *
 *     idle → preparing → thinking → reading → choosing → deciding → permission
 *               ↑ ↑        ↑│          │       ↑ ↑ │└→ observing ─┐   (asking, planning, reviewing)
 *               │ └────────┼┼──────────┼───────┼─┼─┼──────────────┘
 *       limited ┘ retrying ┘└→ stopping└→ correcting └→ acting
 *
 * A turn ends in `finished` or `failed`; both, like `idle`, rest until the next prompt. `compacting` and `summarising` make the
 * conversation smaller, within a turn or at rest; `undoing` takes back changes of files, and `commanding` runs a command of the
 * person's own, both at rest alone.
 */
import { BLANK } from './context.ts';
import { agent } from './wiring.ts';

/**
 * Raised by every change of the scanner, the machine, the observation writer or a budget that alters what a log leads
 * to: a replay under the same number makes everything again and compares.
 */
export const BEHAVIOUR = 7;

/** Far more steps than any reply has calls; a chart that loops stops here instead of never. */
const MICROSTEPS_MAX = 100_000;

/** What the states take in which nothing runs and nothing is waited for. */
const AT_REST = {
  'prompt.given': { target: 'preparing', actions: 'takePrompt' },
  'steer.given': { target: 'preparing', actions: 'takePrompt' },
  'compact.requested': [
    { guard: 'mustConsentAtRest', target: 'consenting', actions: 'beginConsentAtRest' },
    { guard: 'hasOldPart', target: 'compacting', actions: 'compactAtRest' },
  ],
  'undo.requested': { target: 'undoing', actions: 'beginUndo' },
  'shell.requested': { target: 'commanding', actions: 'beginCommand' },
  'model.changed': { actions: ['wantModel', 'takeModel', 'noteModel'] },
  'session.ended': { target: 'closed', actions: 'noticeShutdown' },
} as const;

/** An abort where the person is waited for, or the facts of a call: nothing has to be cancelled. */
const STOP_WAITING = { target: 'stopping', actions: ['requestAbort', 'dropRequests'] } as const;
/** An abort where something runs. */
const STOP_RUNNING = { target: 'stopping', actions: 'requestAbort' } as const;

export const machine = agent.createMachine({
  id: 'tagma',
  // The factory would run at each transition; a constant costs nothing.
  context: BLANK,
  options: { maxIterations: MICROSTEPS_MAX },
  // While a turn runs, what the person says waits; the states at rest take it themselves.
  on: {
    'mode.changed': { actions: 'changeMode' },
    'rule.removed': { actions: 'removeRule' },
    'model.changed': [{ guard: 'hasStarted', actions: 'wantModel' }, { actions: 'noteIgnored' }],
    'window.found': { guard: 'isWindow', actions: 'takeWindow' },
    'tokens.counted': { guard: 'isCount', actions: 'takeCount' },
    'prompt.given': [{ guard: 'hasStarted', actions: 'queuePrompt' }, { actions: 'noteIgnored' }],
    'steer.given': [{ guard: 'hasStarted', actions: 'queueSteer' }, { actions: 'noteIgnored' }],
    'message.withdrawn': { actions: 'withdraw' },
    'compact.requested': [{ guard: 'mayWantCompaction', actions: 'wantCompaction' }, { actions: 'noteIgnored' }],
    'pause.requested': { actions: 'pause' },
    'resume.requested': { actions: 'resume' },
    'session.resumed': [{ guard: 'hasStarted', target: '.resuming', actions: 'takeUp' }, { actions: 'noteIgnored' }],
    // What somebody did at the gate, for the record.
    'event.dropped': {},
    'hook.failed': {},
    'hook.ended': { guard: 'isTold', actions: 'takeTold' },
    '*': { actions: 'noteIgnored' },
  },
  // What hooks are told of, when all else of a step is done. Nothing waits for them.
  always: { guard: 'isNoticed', actions: ['numberNotice', 'tellHooks', 'dropNotice'] },
  initial: 'unstarted',
  states: {
    unstarted: { on: { 'session.started': { target: 'idle', actions: 'begin' } } },

    idle: {
      on: AT_REST,
    },

    // Before each request: may it be made, and does it fit?
    preparing: {
      always: [
        { guard: 'mustPause', target: 'paused' },
        { guard: 'mustHear', target: 'hearing' },
        { guard: 'isHandled', target: 'finished', actions: 'finishHandled' },
        { guard: 'mustBrief', target: 'briefing' },
        { guard: 'isOpened', target: 'preparing', reenter: true, actions: 'beginOpened' },
        { guard: 'steerWaits', target: 'preparing', reenter: true, actions: ['noteSteer', 'takeSteer'] },
        { guard: 'modelWaits', target: 'preparing', reenter: true, actions: ['takeModel', 'noteModel'] },
        { guard: 'mustReturn', target: 'preparing', reenter: true, actions: ['returnToChosen', 'noteReturn'] },
        { guard: 'wantsWindow', target: 'preparing', reenter: true, actions: ['askWindow', 'findWindow'] },
        { guard: 'limitEnds', target: 'finished', actions: 'finishLimit' },
        { guard: 'limitReached', target: 'limited' },
        { guard: 'mustConsent', target: 'consenting', actions: 'beginConsent' },
        { guard: 'mustCompact', target: 'compacting', actions: 'compact' },
        { guard: 'wantsCount', target: 'preparing', reenter: true, actions: ['askCount', 'countTokens'] },
        { guard: 'mustCompose', target: 'composing' },
        { target: 'thinking', actions: 'countReply' },
      ],
    },

    // Hooks hear what the person has said, before it stands in the conversation.
    hearing: {
      entry: ['beginHearing', 'hear'],
      on: {
        'hook.ended': [
          { guard: 'leavesReply', target: 'reading', actions: ['takeHeard', 'noticeErrors'] },
          { guard: 'isAnswer', target: 'preparing', actions: ['takeHeard', 'noticeErrors'] },
        ],
        'abort.requested': STOP_RUNNING,
      },
    },

    // Hooks may add to what a turn begins with.
    briefing: {
      entry: ['newRequest', 'brief'],
      on: {
        'hook.ended': { guard: 'isAnswer', target: 'preparing', actions: ['takeBriefing', 'noticeErrors'] },
        'abort.requested': STOP_RUNNING,
      },
    },

    // Hooks may change the messages of this one request.
    composing: {
      entry: ['newRequest', 'compose'],
      on: {
        'hook.ended': [
          // What has been said or chosen meanwhile goes before.
          { guard: 'isOvertaken', target: 'preparing', actions: ['dropRequests', 'noticeErrors'] },
          { guard: 'isAnswer', target: 'thinking', actions: ['takeEdits', 'noticeErrors', 'countReply'] },
        ],
        'abort.requested': STOP_RUNNING,
      },
    },

    // Hooks may not want the conversation to be made smaller.
    consenting: {
      entry: ['newRequest', 'askConsent'],
      on: {
        'hook.ended': [
          { guard: 'isConsent', target: 'compacting', actions: ['noticeErrors', 'compactConsented'] },
          {
            guard: 'isSaidSinceConsent',
            target: 'preparing',
            actions: ['noticeErrors', 'dropConsent', 'noteFollowUp', 'takeFollowUp'],
          },
          { guard: 'isRefusedAfterFailure', target: 'failed', actions: ['noticeErrors', 'dropConsent'] },
          { guard: 'isRefusedAtRest', target: 'idle', actions: ['noticeErrors', 'dropConsent'] },
          { guard: 'isAnswer', target: 'preparing', actions: ['noticeErrors', 'takeConsent'] },
        ],
        'compact.requested': { actions: 'noteIgnored' },
        'abort.requested': STOP_RUNNING,
      },
    },

    // Nothing runs and nothing is begun. Where it goes on is told by the calls that wait, or by a reply that nothing has been
    // said to: what the person had said first may have been taken back meanwhile.
    paused: {
      entry: 'startWaiting',
      exit: 'endWaiting',
      on: {
        'resume.requested': [
          { guard: 'hasActions', target: 'choosing', actions: 'resume' },
          { guard: 'replyWaits', target: 'reading', actions: 'resume' },
          { target: 'preparing', actions: 'resume' },
        ],
        'step.requested': [
          { guard: 'hasActions', target: 'choosing', actions: 'stepOnce' },
          { guard: 'replyWaits', target: 'reading', actions: 'stepOnce' },
          { target: 'preparing', actions: 'stepOnce' },
        ],
        'abort.requested': STOP_RUNNING,
      },
    },

    // The turn has used up what it may: the person decides whether it goes on.
    limited: {
      entry: ['startWaiting', 'newRequest', 'askLimit'],
      exit: 'endWaiting',
      on: {
        'limit.answered': [
          { guard: 'goesOn', target: 'preparing', actions: 'extendLimit' },
          { guard: 'isAnswer', target: 'finished', actions: 'finishLimit' },
        ],
        'abort.requested': STOP_WAITING,
      },
    },

    // What is old has been shortened. Is that enough, or shall the model sum it up, or must it be left out?
    compacting: {
      always: [
        { guard: 'wantsSummary', target: 'summarising' },
        { guard: 'mustCut', actions: 'cut' },
        {
          guard: 'isResumed',
          target: 'preparing',
          actions: ['noteCompaction', 'endCompaction', 'noteFollowUp', 'takeFollowUp'],
        },
        { guard: 'hasFailed', target: 'failed', actions: ['noteCompaction', 'endCompaction'] },
        { guard: 'isResting', target: 'idle', actions: ['noteCompaction', 'endCompaction'] },
        {
          guard: 'hasNotShrunk',
          target: 'failed',
          actions: ['finishOverflown', 'endCompaction', 'noticeEnd', 'endTurn'],
        },
        { target: 'preparing', actions: ['noteCompaction', 'endCompaction'] },
      ],
    },

    summarising: {
      entry: ['newRequest', 'askSummary'],
      on: {
        'reply.ended': { guard: 'isAnswer', target: 'compacting', actions: ['countSummary', 'takeSummary'] },
        'reply.failed': { guard: 'isAnswer', target: 'compacting', actions: 'missSummary' },
        'compact.requested': { actions: 'noteIgnored' },
        'abort.requested': STOP_RUNNING,
      },
    },

    thinking: {
      entry: ['pauseAfterStep', 'newRequest', 'askModel'],
      on: {
        'reply.ended': { guard: 'isAnswer', target: 'reading', actions: ['readReply', 'noteReply'] },
        'reply.failed': [
          // It was to be asked no more.
          { guard: 'isReplaced', target: 'preparing', actions: 'askAnew' },
          { guard: 'mustFallBack', target: 'preparing', actions: ['takeFailure', 'fallBack', 'noteFallback'] },
          { guard: 'mayRetry', target: 'retrying', actions: 'takeFailure' },
          { guard: 'mayShrink', target: 'compacting', actions: 'compactAfterOverflow' },
          { guard: 'isAnswer', target: 'failed', actions: ['finishFailed', 'noticeEnd', 'endTurn'] },
        ],
        'abort.requested': STOP_RUNNING,
      },
    },

    // The endpoint failed in a way that may pass: the same request is made again, after a while.
    retrying: {
      entry: ['newRequest', 'startTimer'],
      on: {
        'timer.fired': [
          { guard: 'isReplaced', target: 'preparing', actions: 'askAnew' },
          { guard: 'isAnswer', target: 'thinking' },
        ],
        // Another model has not failed: it need not be waited for.
        'model.changed': { guard: 'mustCancel', actions: ['wantModel', 'cancel', 'markCancelled'] },
        'abort.requested': STOP_RUNNING,
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

    // Between the calls of a reply: which one is next, and who answers it?
    choosing: {
      always: [
        { guard: 'mustShape', target: 'shaping' },
        { guard: 'mustVet', target: 'vetting' },
        { guard: 'mustAct', target: 'acting' },
        { guard: 'steerWaits', target: 'observing', actions: 'skipRest' },
        { guard: 'mustPause', target: 'paused' },
        { guard: 'answersItself', target: 'choosing', reenter: true, actions: ['noteItself', 'answerItself'] },
        { guard: 'asksPerson', target: 'asking' },
        { guard: 'beginsPlan', target: 'planning' },
        { guard: 'handsInPlan', target: 'reviewing' },
        { guard: 'callWaits', target: 'deciding' },
        { target: 'observing' },
      ],
    },

    deciding: {
      entry: ['newRequest', 'takeFacts'],
      on: {
        'facts.taken': [
          { guard: 'mustWait', target: 'choosing', actions: 'putOff' },
          { guard: 'isAllowed', target: 'choosing', actions: ['judge', 'noteVerdict', 'allow'] },
          { guard: 'mustAsk', target: 'permission', actions: ['judge', 'noteVerdict'] },
          { guard: 'isAnswer', target: 'choosing', actions: ['judge', 'noteVerdict', 'denyByVerdict'] },
        ],
        'abort.requested': STOP_WAITING,
      },
    },

    permission: {
      entry: ['startWaiting', 'newRequest', 'askPerson'],
      exit: 'endWaiting',
      on: {
        'permission.answered': [
          { guard: 'addsRule', target: 'choosing', actions: ['noteRule', 'takeAnswer'] },
          { guard: 'isAnswer', target: 'choosing', actions: 'takeAnswer' },
        ],
        // What was asked was asked under another mode.
        'mode.changed': { target: 'choosing', actions: ['cancel', 'changeMode', 'unjudge'] },
        'abort.requested': STOP_WAITING,
      },
    },

    // The model has put a question to the person.
    asking: {
      entry: ['pauseAfterStep', 'startWaiting', 'newRequest', 'askQuestion'],
      exit: 'endWaiting',
      on: {
        'question.answered': { guard: 'isAnswer', target: 'choosing', actions: 'takeReply' },
        'abort.requested': STOP_WAITING,
      },
    },

    // From here on the mode is `plan`: the verdict lets nothing be changed but the plan's file.
    planning: { entry: ['pauseAfterStep', 'notePlan', 'enterPlan', 'noteMode'], always: 'choosing' },

    reviewing: {
      entry: ['pauseAfterStep', 'startWaiting', 'newRequest', 'reviewPlan'],
      exit: ['endWaiting', 'putPlanAway'],
      on: {
        'plan.presented': [
          { guard: 'isEmptyPlan', target: 'choosing', actions: ['noteEmptyPlan', 'refusePlan'] },
          { guard: 'isAnswer', actions: 'presentPlan' },
        ],
        'plan.answered': [
          { guard: 'isApproved', target: 'choosing', actions: ['takeReview', 'noteMode'] },
          { guard: 'isPresented', target: 'choosing', actions: 'takeReview' },
        ],
        'abort.requested': STOP_WAITING,
      },
    },

    // It has leave to run: do the hooks let it, too?
    vetting: {
      entry: ['newRequest', 'vetCall'],
      on: {
        'hook.ended': { guard: 'isAnswer', target: 'choosing', actions: ['takeVetting', 'noticeErrors'] },
        'abort.requested': STOP_RUNNING,
      },
    },

    // It has run: what hooks make of its outcome is what the model is told.
    shaping: {
      entry: ['newRequest', 'shapeResult'],
      on: {
        'hook.ended': { guard: 'isAnswer', target: 'choosing', actions: ['takeShaping', 'noticeErrors'] },
        'abort.requested': STOP_RUNNING,
      },
    },

    // One call, or several side by side that only read.
    acting: {
      entry: ['pauseAfterStep', 'startCall', 'runTool'],
      always: [
        { guard: 'neighbourStarts', actions: ['startCall', 'runTool'] },
        { guard: 'nothingRuns', target: 'choosing' },
      ],
      on: {
        'tool.ended': { guard: 'isAnswer', actions: 'takeOutcome' },
        'facts.changed': { guard: 'isAnswer', actions: 'reconsider' },
        'abort.requested': STOP_RUNNING,
      },
    },

    observing: { entry: 'observe', always: 'preparing' },

    // Aborted: what still runs is cancelled, and its end is awaited, so that nothing is left behind.
    stopping: {
      always: [
        { guard: 'mustCancel', actions: ['cancel', 'markCancelled'] },
        // A compaction at rest was broken off: no turn ends, and all is as it was before.
        { guard: 'isAskedAfterFailure', target: 'failed', actions: 'dropConsent' },
        { guard: 'isAskedAtRest', target: 'idle', actions: 'dropConsent' },
        { guard: 'isCompactedFailure', target: 'failed', actions: 'takeBackCompaction' },
        { guard: 'isCompactedAtRest', target: 'idle', actions: 'takeBackCompaction' },
        { guard: 'nothingRuns', target: 'finished', actions: ['settleAbort', 'finishAborted'] },
      ],
      on: {
        'reply.ended': { guard: 'isAnswer', actions: 'takeInterrupted' },
        'reply.failed': { guard: 'isAnswer', actions: 'dropRequests' },
        'tool.ended': { guard: 'isAnswer', actions: 'takeOutcome' },
        'facts.changed': { guard: 'isAnswer', actions: 'reconsider' },
        'timer.fired': { guard: 'isAnswer', actions: 'dropRequests' },
        'undo.ended': { guard: 'isAnswer', actions: 'takeUndone' },
        'hook.ended': { guard: 'isAnswer', actions: ['dropRequests', 'noticeErrors'] },
      },
    },

    finished: {
      entry: ['noticeEnd', 'endTurn'],
      always: { guard: 'followUpWaits', target: 'preparing', actions: ['noteFollowUp', 'takeFollowUp'] },
      on: AT_REST,
    },

    // It may be resumed: until then the person is waited for.
    failed: {
      entry: 'startWaiting',
      exit: 'endWaiting',
      on: {
        ...AT_REST,
        'resume.requested': [
          { guard: 'isElsewhere', target: 'preparing', actions: ['resumeTurn', 'returnToChosen', 'noteReturn'] },
          { target: 'preparing', actions: 'resumeTurn' },
        ],
      },
    },

    // The person takes back what was changed. What is said meanwhile is taken up when that is done.
    undoing: {
      entry: ['newRequest', 'runUndo'],
      on: {
        'undo.ended': [
          { guard: 'isSaidMeanwhile', target: 'preparing', actions: ['takeUndone', 'noteFollowUp', 'takeFollowUp'] },
          { guard: 'isAfterFailure', target: 'failed', actions: 'takeUndone' },
          { guard: 'isAnswer', target: 'idle', actions: 'takeUndone' },
        ],
        'abort.requested': STOP_RUNNING,
      },
    },

    // The person runs a command of his own. Where he stops it its end is awaited here: no turn ends, and none begins.
    commanding: {
      entry: ['newRequest', 'runCommand'],
      on: {
        'shell.ended': [
          {
            guard: 'isSaidSinceCommand',
            target: 'preparing',
            actions: ['takeCommand', 'noteFollowUp', 'takeFollowUp'],
          },
          { guard: 'isAfterFailure', target: 'failed', actions: 'takeCommand' },
          { guard: 'isAnswer', target: 'idle', actions: 'takeCommand' },
        ],
        'abort.requested': { guard: 'mustCancel', actions: ['cancel', 'markCancelled'] },
      },
    },

    // Over, unless somebody takes it up again.
    closed: {
      tags: 'end',
      on: {
        'session.resumed': { target: 'resuming', actions: 'takeUp' },
        '*': { actions: 'noteIgnored' },
      },
    },

    // Nothing of before runs any more. What had been begun and has no outcome is told; a turn that was cut off can be resumed.
    resuming: {
      always: [
        { guard: 'isInterrupted', actions: ['noteInterrupted', 'answerInterrupted'] },
        { guard: 'isTurnCutOff', target: 'failed', actions: ['endCutOff', 'noticeEnd', 'endTurn'] },
        { guard: 'canGoOn', target: 'failed' },
        { target: 'idle' },
      ],
    },
  },
});
