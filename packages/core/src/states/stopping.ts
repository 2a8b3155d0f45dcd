/** What was begun is stopped. */
import { agent } from '../wiring/agent.ts';

/** An abort where the person is waited for, or the facts of a call: nothing has to be cancelled. */
export const STOP_WAITING = { target: 'stopping', actions: ['requestAbort', 'dropRequests'] } as const;
/** An abort where something runs. */
export const STOP_RUNNING = { target: 'stopping', actions: 'requestAbort' } as const;

/** Aborted: what still runs is cancelled, and its end is awaited, so that nothing is left behind. */
export const stopping = agent.createStateConfig({
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
    'hook.ended': { guard: 'isAnswer', actions: ['dropRequests', 'noticeErrors'] },
  },
});
