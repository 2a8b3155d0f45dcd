/** Between the turns: what is taken there, and what the person may begin that is no turn. */
import { agent } from '../wiring/agent.ts';

/** What the states take in which nothing runs and nothing is waited for. */
export const AT_REST = {
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

/**
 * The person takes back what was changed. What is said meanwhile is taken up when that is done. Where he stops it its end is awaited
 * here: no turn ends, and one that had failed can still go on.
 */
export const undoing = agent.createStateConfig({
  entry: ['newRequest', 'runUndo'],
  on: {
    'undo.ended': [
      { guard: 'isSaidMeanwhile', target: 'preparing', actions: ['takeUndone', 'noteFollowUp', 'takeFollowUp'] },
      { guard: 'isAfterFailure', target: 'failed', actions: 'takeUndone' },
      { guard: 'isAnswer', target: 'idle', actions: 'takeUndone' },
    ],
    'abort.requested': { guard: 'mustCancel', actions: ['cancel', 'markCancelled'] },
  },
});

/** The person runs a command of his own. Where he stops it its end is awaited here: no turn ends, and none begins. */
export const commanding = agent.createStateConfig({
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
});
