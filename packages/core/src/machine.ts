/**
 * The agent, as a chart: every state it can be in, and what takes it from one to the next. Pure: events in, effects out
 * (`emit`), no clock, no I/O, nothing spawned. What the names of guards and actions mean stands in `wiring/`; the states beside the
 * main way in `states/`, by what is waited for in them.
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
import { BLANK } from './blank.ts';
import * as compaction from './states/compaction.ts';
import * as hooked from './states/hooked.ts';
import * as person from './states/person.ts';
import { AT_REST, commanding, undoing } from './states/rest.ts';
import { STOP_RUNNING, STOP_WAITING, stopping } from './states/stopping.ts';
import { agent } from './wiring/agent.ts';

/**
 * Raised by every change of the scanner, the machine, the observation writer or a budget that alters what a log leads
 * to: a replay under the same number makes everything again and compares.
 */
export const BEHAVIOUR = 8;

/** Far more steps than any reply has calls; a chart that loops stops here instead of never. */
const MICROSTEPS_MAX = 100_000;

/** The agent as an XState machine. It is pure: `start`, `step` and `stateOf` are the ways to drive it. */
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
    'operation.requested': [
      { guard: 'asksAboutOperation', actions: ['numberNotice', 'askAboutOperation'] },
      { actions: 'noteIgnored' },
    ],
    '*': { actions: 'noteIgnored' },
  },
  // What hooks are told of, when all else of a step is done. Nothing waits for them.
  always: { guard: 'isNoticed', actions: ['numberNotice', 'tellHooks', 'dropNotice'] },
  initial: 'unstarted',
  states: {
    unstarted: { on: { 'session.started': { target: 'idle', actions: 'begin' } } },

    idle: { on: AT_REST },

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

    // Where hooks are asked, the person is waited for, or the conversation is made smaller, before that.
    hearing: hooked.hearing,
    briefing: hooked.briefing,
    composing: hooked.composing,
    consenting: hooked.consenting,
    paused: person.paused,
    limited: person.limited,
    compacting: compaction.compacting,
    summarising: compaction.summarising,

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

    permission: person.permission,
    asking: person.asking,

    // From here on the mode is `plan`: the verdict lets nothing be changed but the plan's file.
    planning: { entry: ['pauseAfterStep', 'notePlan', 'enterPlan', 'noteMode'], always: 'choosing' },

    reviewing: person.reviewing,
    vetting: hooked.vetting,
    shaping: hooked.shaping,

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

    stopping,

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

    undoing,
    commanding,

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
