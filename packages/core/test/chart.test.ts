import { expect, test } from 'vitest';
import { chartOf, isAtRest, machine } from '../src/index.ts';

/** Event names that a state listens to and that no fact has would never be noticed by the machine itself. */
const FACTS = new Set([
  'session.started',
  'prompt.given',
  'steer.given',
  'message.withdrawn',
  'reply.ended',
  'reply.failed',
  'facts.taken',
  'facts.changed',
  'permission.answered',
  'question.answered',
  'plan.presented',
  'plan.answered',
  'limit.answered',
  'tool.ended',
  'undo.requested',
  'undo.ended',
  'shell.requested',
  'shell.ended',
  'timer.fired',
  'abort.requested',
  'pause.requested',
  'resume.requested',
  'step.requested',
  'compact.requested',
  'mode.changed',
  'rule.removed',
  'model.changed',
  'window.found',
  'tokens.counted',
  'event.dropped',
  'hook.failed',
  'hook.ended',
  'operation.requested',
  'session.ended',
  'session.resumed',
]);

/** What the agent does, item by item, and the states in which it does so. */
const ITEMS: readonly (readonly [item: string, ...states: readonly string[]])[] = [
  ['a session that has not begun, that rests, that is over', 'unstarted', 'idle', 'closed'],
  ['taking a prompt, limits, budget, queued messages', 'preparing'],
  ['paused', 'paused'],
  ['a limit is reached, and the person decides', 'limited'],
  ['compacting, with a summary by the model', 'compacting', 'summarising'],
  ['thinking (streaming)', 'thinking'],
  ['retrying the endpoint', 'retrying'],
  ['reading the reply', 'reading'],
  ['correcting a malformed one', 'correcting'],
  ['choosing the next call', 'choosing'],
  ['deciding permission, and asking for it', 'deciding', 'permission'],
  ['waiting on the person', 'asking'],
  ['planning, and reviewing a plan', 'planning', 'reviewing'],
  ['hooks let a call run, and see its outcome', 'vetting', 'shaping'],
  ['hooks hear what is said, and add to a turn', 'hearing', 'briefing'],
  ['hooks change a request, and allow a compaction', 'composing', 'consenting'],
  ['acting', 'acting'],
  ['taking back what was changed', 'undoing'],
  ["running the person's own command", 'commanding'],
  ['observing', 'observing'],
  ['stopping what runs', 'stopping'],
  ['finished', 'finished'],
  ['failed, and to be resumed', 'failed'],
  ['taking up a session that had ended, or was cut off', 'resuming'],
];

test('each thing that the agent does is a state of the chart, and there is no other', () => {
  const named = ITEMS.flatMap(([_item, ...states]) => states);
  expect(Object.keys(machine.config.states ?? {}).sort()).toEqual(named.sort());
});

test('every state listens to facts only, and every fact is listened to', () => {
  const { states, everywhere } = chartOf();
  const transitions = [...everywhere, ...states.flatMap((state) => state.transitions)];
  const heard = new Set(transitions.flatMap(({ event }) => (event === null || event === '*' ? [] : [event])));
  expect([...heard].sort()).toEqual([...FACTS].sort());
});

test('a session rests before it begins, after it has ended, and where it can be ended', () => {
  const { states } = chartOf();
  const canEnd = states.filter(({ transitions }) => transitions.some(({ event }) => event === 'session.ended'));
  const resting = ['unstarted', ...canEnd.map(({ name }) => name), 'closed'];
  expect(states.map(({ name }) => name).filter(isAtRest)).toEqual(resting);
});
