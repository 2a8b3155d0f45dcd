/** Where the person is waited for. That time is not the turn's. */
import { agent } from '../wiring/agent.ts';
import { STOP_RUNNING, STOP_WAITING } from './stopping.ts';

/**
 * Nothing runs and nothing is begun. Where it goes on is told by the calls that wait, or by a reply that nothing has been
 * said to: what the person had said first may have been taken back meanwhile.
 */
export const paused = agent.createStateConfig({
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
});

/** The turn has used up what it may: the person decides whether it goes on. */
export const limited = agent.createStateConfig({
  entry: ['startWaiting', 'newRequest', 'askLimit'],
  exit: 'endWaiting',
  on: {
    'limit.answered': [
      { guard: 'goesOn', target: 'preparing', actions: 'extendLimit' },
      { guard: 'isAnswer', target: 'finished', actions: 'finishLimit' },
    ],
    'abort.requested': STOP_WAITING,
  },
});

export const permission = agent.createStateConfig({
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
});

/** The model has put a question to the person. */
export const asking = agent.createStateConfig({
  entry: ['pauseAfterStep', 'startWaiting', 'newRequest', 'askQuestion'],
  exit: 'endWaiting',
  on: {
    'question.answered': { guard: 'isAnswer', target: 'choosing', actions: 'takeReply' },
    'abort.requested': STOP_WAITING,
  },
});

export const reviewing = agent.createStateConfig({
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
});
