/** Where the conversation is made smaller, within a turn or at rest. */
import { agent } from '../wiring/agent.ts';
import { STOP_RUNNING } from './stopping.ts';

/** What is old has been shortened. Is that enough, or shall the model sum it up, or must it be left out? */
export const compacting = agent.createStateConfig({
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
});

export const summarising = agent.createStateConfig({
  entry: ['newRequest', 'askSummary'],
  on: {
    'reply.ended': { guard: 'isAnswer', target: 'compacting', actions: ['countSummary', 'takeSummary'] },
    'reply.failed': { guard: 'isAnswer', target: 'compacting', actions: 'missSummary' },
    'compact.requested': { actions: 'noteIgnored' },
    'abort.requested': STOP_RUNNING,
  },
});
