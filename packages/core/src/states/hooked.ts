/** Where hooks are asked, and the turn waits for their answer. Where there are none of them, no state here is entered. */
import { agent } from '../wiring/agent.ts';
import { STOP_RUNNING } from './stopping.ts';

/** Hooks hear what the person has said, before it stands in the conversation. */
export const hearing = agent.createStateConfig({
  entry: ['beginHearing', 'hear'],
  on: {
    'hook.ended': [
      { guard: 'leavesReply', target: 'reading', actions: ['takeHeard', 'noticeErrors'] },
      { guard: 'isAnswer', target: 'preparing', actions: ['takeHeard', 'noticeErrors'] },
    ],
    'abort.requested': STOP_RUNNING,
  },
});

/** Hooks may add to what a turn begins with. */
export const briefing = agent.createStateConfig({
  entry: ['newRequest', 'brief'],
  on: {
    'hook.ended': { guard: 'isAnswer', target: 'preparing', actions: ['takeBriefing', 'noticeErrors'] },
    'abort.requested': STOP_RUNNING,
  },
});

/** Hooks may change the messages of this one request. */
export const composing = agent.createStateConfig({
  entry: ['newRequest', 'compose'],
  on: {
    'hook.ended': [
      // What has been said or chosen meanwhile goes before.
      { guard: 'isOvertaken', target: 'preparing', actions: ['dropRequests', 'noticeErrors'] },
      { guard: 'isAnswer', target: 'thinking', actions: ['takeEdits', 'noticeErrors', 'countReply'] },
    ],
    'abort.requested': STOP_RUNNING,
  },
});

/** Hooks may not want the conversation to be made smaller. */
export const consenting = agent.createStateConfig({
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
});

/** It has leave to run: do the hooks let it, too? */
export const vetting = agent.createStateConfig({
  entry: ['newRequest', 'vetCall'],
  on: {
    'hook.ended': { guard: 'isAnswer', target: 'choosing', actions: ['takeVetting', 'noticeErrors'] },
    'abort.requested': STOP_RUNNING,
  },
});

/** It has run: what hooks make of its outcome is what the model is told. */
export const shaping = agent.createStateConfig({
  entry: ['newRequest', 'shapeResult'],
  on: {
    'hook.ended': { guard: 'isAnswer', target: 'choosing', actions: ['takeShaping', 'noticeErrors'] },
    'abort.requested': STOP_RUNNING,
  },
});
