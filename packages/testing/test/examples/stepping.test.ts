import { testMachine } from '@tagma/testing';
import { expect, test } from 'vitest';

test('event by event', () => {
  const machine = testMachine({ settings: { mode: 'default' } });
  const steps = [
    machine.send({ type: 'prompt.given', text: 'Build it.' }),
    machine.send({ type: 'reply.ended', text: '<action tool="bash"><command>make</command></action>' }),
    machine.send({ type: 'facts.taken', facts: { readOnly: false, runs: ['make'] } }),
    machine.send({ type: 'permission.answered', answer: 'once' }),
    machine.send({ type: 'abort.requested', by: 'person' }),
    machine.send({ type: 'tool.ended', outcome: { status: 'aborted', content: 'killed', details: {} } }),
  ];
  expect(steps).toEqual([
    'prompt.given → thinking: model.ask 1',
    'reply.ended 1 → deciding: reply.read 1 (bash), facts.take 2 bash',
    'facts.taken 2 → permission: call.judged 1 ask, person.ask 3 bash',
    'permission.answered 3 once → acting: tool.run 4 bash',
    'abort.requested person → stopping: cancel 4',
    'tool.ended 4 aborted → finished: turn.end aborted',
  ]);
});

test('two ways on from one place', () => {
  const asked = testMachine();
  asked.send({ type: 'prompt.given', text: 'Build it.' });
  const results = ['<final>Yes.</final>', '<final>No.</final>'].map((text) => {
    const machine = testMachine({ from: asked.snapshot() });
    machine.send({ type: 'reply.ended', request: 1, text });
    return machine.result();
  });
  expect(results).toMatchObject([{ text: 'Yes.' }, { text: 'No.' }]);
});
