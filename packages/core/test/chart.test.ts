import { expect, test } from 'vitest';
import { machine } from '../src/index.ts';

/** Event names that a state listens to and that no fact has would never be noticed by the machine itself. */
const FACTS = new Set([
  'session.started',
  'prompt.given',
  'steer.given',
  'message.withdrawn',
  'reply.ended',
  'reply.failed',
  'facts.taken',
  'permission.answered',
  'tool.ended',
  'timer.fired',
  'abort.requested',
  'pause.requested',
  'resume.requested',
  'step.requested',
  'mode.changed',
  'session.ended',
]);

test('the chart has the states that the documents name', () => {
  expect(Object.keys(machine.config.states ?? {})).toEqual([
    'unstarted',
    'idle',
    'preparing',
    'paused',
    'compacting',
    'thinking',
    'retrying',
    'reading',
    'correcting',
    'choosing',
    'deciding',
    'permission',
    'acting',
    'observing',
    'stopping',
    'finished',
    'failed',
    'closed',
  ]);
});

test('every state listens to facts only, and every fact is listened to', () => {
  const heard = machine.events.filter((event) => !event.startsWith('xstate.'));
  expect([...heard].sort()).toEqual([...FACTS].sort());
});
